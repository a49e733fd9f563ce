import type { IncomingMessage } from 'node:http';

const routes = new WeakMap<IncomingMessage, string>();

/**
 * Records the route that answers a request, for metrics and traces. The last call counts, because the name of a page is more specific than
 * the route of all pages.
 *
 * @param route a route pattern or the name of a page, never visitor input
 */
export function nameRoute(request: IncomingMessage, route: string): void {
  routes.set(request, route);
}

/** @returns undefined if there is no matching route */
export function routeOf(request: IncomingMessage): string | undefined {
  return routes.get(request);
}

const traces = new WeakMap<IncomingMessage, string>();

/** Stores the trace id of a request, for code that logs the request after it has ended, outside its trace. */
export function nameTrace(request: IncomingMessage, traceId: string): void {
  traces.set(request, traceId);
}

/** @returns undefined if the request is not traced */
export function traceIdOf(request: IncomingMessage): string | undefined {
  return traces.get(request);
}
