export { AnalyticsRelayModule } from './analytics-relay.module.js';
export { limitRelayBodies } from './limit-relay-bodies.js';
