import { AsyncLocalStorage } from 'node:async_hooks';

/** Knows the trace of what is being done. There is none unless traces are switched on. */
export interface TraceReader {
  traceId(): string | undefined;
  /** As the header `traceparent` names it (W3C Trace Context). */
  traceparent(): string | undefined;
}

let reader: TraceReader | undefined;

/** Has the current trace read from somebody. undefined: traces have ended. */
export function readTracesFrom(source: TraceReader | undefined): void {
  reader = source;
}

/** @returns undefined where nothing is traced */
export function currentTraceId(): string | undefined {
  return reader?.traceId();
}

/** For what goes on elsewhere, or later. @returns undefined where nothing is traced */
export function currentTraceparent(): string | undefined {
  return reader?.traceparent();
}

/**
 * Does something as part of no trace. For work that a request may happen to wake, and that it is not the cause of: what such work does would
 * otherwise be told as done for the request.
 */
export const outsideOfTraces: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();
