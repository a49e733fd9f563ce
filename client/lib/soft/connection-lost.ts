const CONNECTION_LOST = 'connection-lost';

/** A page could not be fetched because nothing was reached. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** @returns whether somebody keeps the page and opens the address when there is a connection again */
export function announceConnectionLost(href: string): boolean {
  return !dispatchEvent(new CustomEvent(CONNECTION_LOST, { detail: href, cancelable: true }));
}

/** @param keep takes over what cannot be opened now */
export function onConnectionLost(remember: (href: string) => void): void {
  addEventListener(CONNECTION_LOST, (event) => {
    event.preventDefault();
    remember((event as CustomEvent<string>).detail);
  });
}
