import type { ConsentService } from '#contract/consent/consent-services.js';

const GRANTED_EVENT = 'causeboard:consent';

/** Announces which services the visitor allows. A granted service cannot be revoked without reloading the page. */
export function announceGranted(services: readonly ConsentService[]): void {
  document.documentElement.dataset.granted = services.join(' ');
  dispatchEvent(new Event(GRANTED_EVENT));
}

export function isGranted(service: string | undefined): boolean {
  return service !== undefined && (document.documentElement.dataset.granted ?? '').split(' ').includes(service);
}

/** Calls `act` once the visitor is known to allow a service, which may be immediately or never. */
export function whenGranted(service: string | undefined, act: () => void, until: AbortSignal): void {
  if (isGranted(service)) {
    act();
    return;
  }
  const listener = (): void => {
    if (!isGranted(service)) return;
    removeEventListener(GRANTED_EVENT, listener);
    act();
  };
  addEventListener(GRANTED_EVENT, listener, { signal: until });
}
