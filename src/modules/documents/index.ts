export { BackendDocuments } from './backend-documents.js';
export { DocumentsModule } from './documents.module.js';
export { missingFile, refuseDownload, sendDownload } from './backend-documents.js';
