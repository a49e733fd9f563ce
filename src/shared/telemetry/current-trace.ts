import { AsyncLocalStorage } from 'node:async_hooks';

/** Provides the trace of the current async context. There is none unless tracing is enabled. */
export interface TraceReader {
  traceId(): string | undefined;
  /** The value of the `traceparent` header (W3C Trace Context). */
  traceparent(): string | undefined;
}

let reader: TraceReader | undefined;

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

/**
 * Runs work outside of any trace. For work that a request may trigger but does not cause, and that would otherwise be attributed to that
 * request.
 */
export const outsideOfTraces: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot();
