import type { BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type { BackgroundTask } from '../background-jobs/recurring-work.js';
import type { RetentionRule } from '../retention/retention-rule.js';
import type { RootResolvers } from './allow.js';

/** A part of the backend, as its `createX(deps)` returns it: what it adds to the whole. */
export interface BackendModule {
  resolvers?: readonly RootResolvers[];
  /** Answers requests for bytes, such as files and feeds; undefined for an address that is not its own. */
  serve?(request: BackendFetchRequest): Promise<BackendFetchResponse> | undefined;
  /** Starts its background jobs. Not called in a process that serves pages alone; stopped before `close` of any module is called. */
  startJobs?(): BackgroundTask;
  /** How its data is deleted that is kept for a time only; done in the background, see `createRetention`. */
  retention?: readonly RetentionRule[];
  /** Ends what else it does in the background, and resolves when nothing of it is running any more. */
  close?(): Promise<void>;
}
