export { resumeConflict } from './resume-conflict.js';
export { ResumeEditingModule } from './resume-editing.module.js';
