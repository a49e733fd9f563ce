export { JobViewsModule } from './job-views.module.js';
