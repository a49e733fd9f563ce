export { applicationSource } from './job-views.module.js';
export { JobViewsModule } from './job-views.module.js';
export { ViewCounter } from './job-views.module.js';
