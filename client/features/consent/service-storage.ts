import type { ConsentService } from '#contract/consent/consent-services.js';

/**
 * Data that services store in the visitor's browser on our domain, by prefixes of the names of cookies and storage
 * entries: deleted when the service is not allowed (any more).
 */
const STORED_NAMES: Readonly<Partial<Record<ConsentService, RegExp>>> = {
  'google-tag-manager': /^(_gcl_|_dc_gtm_)/,
  'google-analytics': /^_ga(_|$)/,
  'google-analytics-legacy': /^(_ga$|_gid|_gat|__utm)/,
  'google-ad-manager': /^(__gads|__gpi|__eoi|_gcl_)/,
  'meta-pixel': /^_fb[pc]$/,
  'audience-measurement': /^(_pk_|mtm_|_ioam|i00|ioma2018)/,
  heatmap: /^(_hj|_cl(ck|sk)$|_clarity)/,
};

/** Deletes the data of rejected services, except for data that a granted service uses as well. */
export function deleteStorageOf(refused: readonly ConsentService[], granted: readonly ConsentService[]): void {
  const isOf = (services: readonly ConsentService[], name: string): boolean =>
    services.some((service) => STORED_NAMES[service]?.test(name));
  const isStored = (name: string): boolean => isOf(refused, name) && !isOf(granted, name);
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=');
    if (isStored(name)) deleteCookie(name);
  }
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      for (const name of Object.keys(storage())) if (isStored(name)) storage().removeItem(name);
    } catch {
      // The browser denies the page access to storage.
    }
  }
}

/**
 * Deletes the cookie on this host and on every parent domain, because scripts write their cookies at the highest level
 * they can.
 */
function deleteCookie(name: string): void {
  const gone = `${name}=; path=/; max-age=0`;
  document.cookie = gone;
  const labels = location.hostname.split('.');
  for (let at = 0; at < labels.length - 1; at++) document.cookie = `${gone}; domain=${labels.slice(at).join('.')}`;
}
