import type { IncomingMessage } from 'node:http';

const traces = new WeakMap<IncomingMessage, string>();

/** Stores the trace id of a request, for code that logs the request after it has ended, outside its trace. */
export function nameTrace(request: IncomingMessage, traceId: string): void {
  traces.set(request, traceId);
}

/** @returns undefined if the request is not traced */
export function traceIdOf(request: IncomingMessage): string | undefined {
  return traces.get(request);
}
