import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { alertResolvers } from './alert.resolvers.js';
import { alertRetention, type AlertWorkerOptions, startAlertWorker } from './alert-worker.js';

/** Alerts of saved searches, and the worker that sends them. */
export function createAlerts(deps: AlertWorkerOptions): BackendModule {
  return {
    resolvers: [alertResolvers(deps)],
    retention: [alertRetention],
    startJobs: () => startAlertWorker(deps),
  };
}
