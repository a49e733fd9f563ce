export { ResumeEditingModule } from './resume-editing.module.js';
