import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Diagnostics channels of the server, for metrics and traces. Code publishes observable work here and does not know its listeners; without
 * listeners, publishing costs one comparison.
 */
export interface ObservedWork {
  /** Start time, on the clock of `performance.now()`. */
  startedAt: number;
}

/** A GraphQL operation that the web tier sends to a backend, or that a standalone backend receives. */
export interface GraphqlCall extends ObservedWork {
  operationName: string;
  isMutation: boolean;
  /** Set at the end: `ok`, or the kind of failure. */
  outcome?: string;
}

export const SEARCH_ENGINES = ['memory', 'postgres'] as const;
export type SearchEngineName = (typeof SEARCH_ENGINES)[number];

/** A search that was not answered from a cache. */
export interface SearchRun extends ObservedWork {
  index: string;
  /** The engine that returned the result; set at the end. */
  engine?: SearchEngineName;
}

/** An SQL statement executed by the database. */
export interface SqlStatement extends ObservedWork {
  /** SQL with placeholders for values. */
  text: string;
}

/** A request to the object storage for files. */
export interface FileStoreCall extends ObservedWork {
  operation: 'put' | 'get' | 'delete' | 'list';
  /** Set at the end: `ok`, or the kind of failure. */
  outcome?: string;
}

/** Work that is done after the request that caused it, possibly by another process. */
export interface BackgroundTask extends ObservedWork {
  /** `mail`, `feed`, `alert`, `schedule`, `payment`, `bulk`, `digest` or `retention`. */
  kind: string;
  /** Details, from a small set of values: the template of a mail, the kind of an alert. */
  name: string;
  /** Trace of the request that caused the work, as a `traceparent`, if it was traced. */
  causedBy?: string;
  /** Set at the end, unless the work is complete (`ok`) or has thrown an error (`failed`). */
  outcome?: 'put_off' | 'given_up' | 'dropped' | 'busy';
}

/** Events of one unit of work: `start` before it, `asyncEnd` when it is complete; on failure `error` precedes `asyncEnd`. */
export type WorkChannel<Work extends ObservedWork> = TracingChannel<unknown, Work>;

export const graphqlCalls: WorkChannel<GraphqlCall> = tracingChannel('causeboard.graphql');
export const searchRuns: WorkChannel<SearchRun> = tracingChannel('causeboard.search');
export const sqlStatements: WorkChannel<SqlStatement> = tracingChannel('causeboard.sql');
export const fileStoreCalls: WorkChannel<FileStoreCall> = tracingChannel('causeboard.file-store');
export const backgroundTasks: WorkChannel<BackgroundTask> = tracingChannel('causeboard.background');

/**
 * Runs background work and publishes it as a `BackgroundTask` of this kind and name, without a causing request.
 *
 * @param work returns `busy` if another process is doing the work
 * @returns the result of the work
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
 * Runs work and publishes it.
 *
 * @param describe creates the description for listeners; called only if there are any
 * @param work receives the description, to add data that is known at the end; undefined without listeners
 * @returns the result of the work
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

/** Provides the trace of the current async context. There is none unless tracing is enabled. */
interface TraceReader {
  traceId(): string | undefined;
  /** The value of the `traceparent` header (W3C Trace Context). */
  traceparent(): string | undefined;
}

let reader: TraceReader | undefined;

/**
 * Runs work outside of any trace. For work that a request may trigger but does not cause, and that would otherwise be attributed to that
 * request.
 */
export const outsideOfTraces: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();

/** Sets the source of the current trace. undefined: tracing has ended. */
export function readTracesFrom(source: TraceReader | undefined): void {
  reader = source;
}

/** @returns undefined if the current work is not traced */
export function currentTraceId(): string | undefined {
  return reader?.traceId();
}

/** For work that continues elsewhere or later. @returns undefined if the current work is not traced */
export function currentTraceparent(): string | undefined {
  return reader?.traceparent();
}
