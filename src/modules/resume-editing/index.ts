export { resumeConflict } from './resume-form.js';
export { ResumeEditingModule } from './resume-editing.module.js';
