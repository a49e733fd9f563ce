export { ApplicationsModule } from './applications.module.js';
