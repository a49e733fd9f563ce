export { Metrics, type MetricsAddress, metricsAddressOf } from './metrics.js';
