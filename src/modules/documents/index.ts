export { BackendDocuments } from './backend-documents.js';
export { DocumentsModule } from './documents.module.js';
export { missingFile, sendDownload } from './backend-documents.js';
