export { RateLimits } from './rate-limits.js';
export { OPTIONAL_RATE_LIMITS, RateLimitsModule } from './rate-limits.module.js';
