export { refusalOfOthers } from './administrator-form.js';
export { AnalyticsRelayModule } from './analytics-relay.module.js';
export { limitRelayBodies } from './admission/relay-bodies.js';
export { RelayReports } from './relay-reports.js';
export { Relays } from './relays.js';
