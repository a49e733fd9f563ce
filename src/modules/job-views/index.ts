export { applicationSource } from './application-source.js';
export { JobViewsModule } from './job-views.module.js';
export { ViewCounter } from './job-views.module.js';
