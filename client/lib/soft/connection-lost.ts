const CONNECTION_LOST = 'connection-lost';

/** A page could not be fetched because there is no connection. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/**
 * @param href empty if nothing is to be opened later
 * @returns whether a listener keeps the page and opens the address when the connection is back
 */
export function announceConnectionLost(href: string): boolean {
  return !dispatchEvent(new CustomEvent(CONNECTION_LOST, { detail: href, cancelable: true }));
}

/** @param remember takes over addresses that cannot be opened now */
export function onConnectionLost(remember: (href: string) => void): void {
  addEventListener(CONNECTION_LOST, (event) => {
    event.preventDefault();
    remember((event as CustomEvent<string>).detail);
  });
}
