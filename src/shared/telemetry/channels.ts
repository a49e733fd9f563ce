import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';

/**
 * Where the server says what it does, for metrics and traces. Code that does something observable publishes it here and knows nothing of
 * who listens; while nobody does, publishing costs one comparison.
 */
export interface ObservedWork {
  /** When it began, as `performance.now()` tells time. */
  startedAt: number;
}

/** One operation that the web tier asks of a backend, or that a standalone backend is asked. */
export interface GraphqlCall extends ObservedWork {
  operationName: string;
  isMutation: boolean;
  /** Known at the end: `ok`, or the kind of the failure. */
  outcome?: string;
}

export const SEARCH_ENGINES = ['memory', 'postgres'] as const;
export type SearchEngineName = (typeof SEARCH_ENGINES)[number];

/** One search that no cache has answered. */
export interface SearchRun extends ObservedWork {
  index: string;
  /** Which engine gave the answer; known at the end. */
  engine?: SearchEngineName;
}

/** One statement that the database executes. */
export interface SqlStatement extends ObservedWork {
  /** With placeholders for values. */
  text: string;
}

/** One request to the object storage for files. */
export interface FileStoreCall extends ObservedWork {
  operation: 'put' | 'get' | 'delete' | 'list';
  /** Known at the end: `ok`, or what went wrong. */
  outcome?: string;
}

/** Work that is done after the request that caused it, by whatever process. */
export interface BackgroundTask extends ObservedWork {
  /** `mail`, `feed`, `alert`, `schedule`, `payment`, `bulk`, `digest` or `retention`. */
  kind: string;
  /** What exactly, of few: the template of a mail, the kind of an alert. */
  name: string;
  /** The trace of the request that caused it, as a `traceparent`, where it was traced. */
  causedBy?: string;
  /** Known at the end, unless the work is done (`ok`) or has thrown an error (`failed`). */
  outcome?: 'put_off' | 'given_up' | 'dropped' | 'busy';
}

/** One piece of work as its listeners get it: `start` before it, `asyncEnd` when it is done, `error` before that when it failed. */
export type WorkChannel<Work extends ObservedWork> = TracingChannel<unknown, Work>;

export const graphqlCalls: WorkChannel<GraphqlCall> = tracingChannel('causeboard.graphql');
export const searchRuns: WorkChannel<SearchRun> = tracingChannel('causeboard.search');
export const sqlStatements: WorkChannel<SqlStatement> = tracingChannel('causeboard.sql');
export const fileStoreCalls: WorkChannel<FileStoreCall> = tracingChannel('causeboard.file-store');
export const backgroundTasks: WorkChannel<BackgroundTask> = tracingChannel('causeboard.background');

/**
 * Does some background work and publishes it as a `BackgroundTask` of this kind and name, which no request is known to have caused.
 *
 * @param work returns `busy` where another process is at it
 * @returns what the work returns
 */
export function observeTask<Result>(kind: string, name: string, work: () => Promise<Result>): Promise<Result> {
  return observe(
    backgroundTasks,
    () => ({ kind, name, startedAt: performance.now() }),
    async (task) => {
      const result = await work();
      if (task && result === 'busy') task.outcome = 'busy';
      return result;
    },
  );
}

/**
 * Does some work and publishes it.
 *
 * @param describe what listeners get; called only if there are any
 * @param work gets the description, to complete it with what is known at the end; undefined while nobody listens
 * @returns what the work returns
 */
export function observe<Work extends ObservedWork, Result>(
  channel: WorkChannel<Work>,
  describe: () => NoInfer<Work>,
  work: (description: Work | undefined) => Promise<Result>,
): Promise<Result> {
  if (!channel.hasSubscribers) return work(undefined);
  const description = describe();
  return channel.tracePromise(() => work(description), description);
}
