export { BackendDocuments, discard } from './backend-documents.js';
export { DocumentsModule } from './documents.module.js';
