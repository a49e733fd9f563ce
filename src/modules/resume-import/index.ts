export { ResumeImportModule } from './resume-import.module.js';
