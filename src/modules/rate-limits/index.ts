export type { LimitedCall } from './limit-rules.js';
export { RateLimits } from './rate-limits.module.js';
export { MAKE_COUNTER, type MakeCounter, OPTIONAL_RATE_LIMITS, RateLimitsModule } from './rate-limits.module.js';
