export { HealthCheck } from './health-check.js';
export { HealthModule } from './health.module.js';
