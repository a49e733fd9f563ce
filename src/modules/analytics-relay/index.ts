export { refusalOfOthers } from './analytics-relay.module.js';
export { AnalyticsRelayModule } from './analytics-relay.module.js';
export { limitRelayBodies } from './relay.controller.js';
export { RelayReports } from './relay-reports.js';
export { Relays } from './relays.js';
