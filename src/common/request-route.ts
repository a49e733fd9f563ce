import type { IncomingMessage } from 'node:http';

const routes = new WeakMap<IncomingMessage, string>();

/**
 * Says by which route a request is answered, for metrics and traces. Called again, the last call counts: the page that answers says more
 * than the route of all pages.
 *
 * @param route a pattern or the name of a page, never anything that a visitor wrote
 */
export function nameRoute(request: IncomingMessage, route: string): void {
  routes.set(request, route);
}

/** @returns undefined where no route was found */
export function routeOf(request: IncomingMessage): string | undefined {
  return routes.get(request);
}
