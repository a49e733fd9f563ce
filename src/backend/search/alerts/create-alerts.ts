import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { alertResolvers } from './alert.resolvers.js';
import { type AlertWorkerOptions, startAlertWorker } from './alert-worker.js';

/** Alerts of saved searches, and the worker that sends them. */
export function createAlerts(deps: AlertWorkerOptions): BackendModule {
  const worker = startAlertWorker(deps);
  return { resolvers: [alertResolvers(deps)], close: () => worker.stop() };
}
