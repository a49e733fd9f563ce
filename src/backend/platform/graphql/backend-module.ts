import type { BackendFetchRequest, BackendFetchResponse } from '#contract/backend/backend.js';
import type { BackgroundTask } from '../background-jobs/recurring-work.js';
import type { RetentionRule } from '../retention/retention-rule.js';
import type { RootResolvers } from './allow.js';

/** A part of the backend, as returned by its `createX(deps)`, with its contributions to the whole. */
export interface BackendModule {
  resolvers?: readonly RootResolvers[];
  /** Responds to requests for bytes, such as files and feeds; undefined for an address of another module. */
  serve?(request: BackendFetchRequest): Promise<BackendFetchResponse> | undefined;
  /**
   * Starts the module's background jobs. It is not called in a process that only serves pages; the jobs are stopped before `close` of any
   * module is called.
   */
  startJobs?(): BackgroundTask;
  /** Rules for deleting the module's data after its retention period; they are applied in the background, see `createRetention`. */
  retention?: readonly RetentionRule[];
  /** Ends the module's other background work, and resolves when it has stopped completely. */
  close?(): Promise<void>;
}
