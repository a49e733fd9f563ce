export { JobEditingModule } from './job-editing.module.js';
