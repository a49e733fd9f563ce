import type { IncomingMessage } from 'node:http';

const traces = new WeakMap<IncomingMessage, string>();

/** Remembers the trace of a request for those who log it when it has ended, outside of what was done for it. */
export function nameTrace(request: IncomingMessage, traceId: string): void {
  traces.set(request, traceId);
}

/** @returns undefined where the request is not traced */
export function traceIdOf(request: IncomingMessage): string | undefined {
  return traces.get(request);
}
