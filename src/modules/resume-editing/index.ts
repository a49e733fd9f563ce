export { resumeConflict } from './resume-editing.module.js';
export { ResumeEditingModule } from './resume-editing.module.js';
