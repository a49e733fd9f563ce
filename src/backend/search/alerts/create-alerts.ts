import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { alertResolvers } from './alert.resolvers.js';
import { alertRetention, type AlertWorkerOptions, startAlertWorker } from './alert-worker.js';

/** Creates the module for alerts of saved searches, with the worker that sends them. */
export function createAlerts(deps: AlertWorkerOptions): BackendModule {
  return {
    resolvers: [alertResolvers(deps)],
    retention: [alertRetention],
    startJobs: () => startAlertWorker(deps),
  };
}
