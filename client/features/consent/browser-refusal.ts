import { ADVERTISING_SERVICES, type ConsentService } from '#contract/consent/consent-services.js';

/** Whether the browser rejects a service on the visitor's behalf, by Global Privacy Control. */
export function isRefusedByBrowser(service: ConsentService): boolean {
  const { globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return globalPrivacyControl === true && ADVERTISING_SERVICES.includes(service);
}
