export { ApplicationsModule } from './applications.module.js';
export { sendFile } from './sent-files.js';
