export { ApplicationsModule } from './applications.module.js';
export { FILES_FIELD, pendingFiles, REFUSED_FIELD, sendFile, tokensOf } from './sent-files.js';
