import { type ConsentService, containsToken, reportedAddress } from '#contract/consent/consent-services.js';
import type { PageConsent } from '#contract/consent/consent-providers.js';
import { MEASUREMENT_META, type PageMeasurement } from '#contract/measurement/page-measurement.js';
import { cookieChoices } from './choices';
import { dataLayer, gtag } from './consent-mode';

type Call = ((...given: unknown[]) => void) & { queue?: unknown[]; callMethod?: Call };

/** Global variables that the scripts of services read and write. */
interface TagWindow {
  /** For `client/lib/measurement`. A script of a consent provider may define `gtag` before the tag is configured. */
  causeboardGtag?: typeof gtag;
  ga?: Call & { q?: unknown[]; l?: number };
  fbq?: Call & { loaded?: boolean; version?: string; push?: Call };
  _fbq?: Call;
  clarity?: Call & { q?: unknown[] };
  hj?: Call & { q?: unknown[] };
  _hjSettings?: { hjid: number; hjsv: number };
}

const page = globalThis as typeof globalThis & TagWindow;

/** Inserts the tag of each service that has one. Only called for services that the visitor allows. */
const LOADERS: Readonly<Partial<Record<ConsentService, (value: string) => void>>> = {
  'google-tag-manager': (id) => {
    dataLayer().push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    insertScript(`https://www.googletagmanager.com/gtm.js?id=${id}`);
  },
  'google-analytics': (id) => {
    gtag('js', new Date());
    gtag('config', id, {
      page_location: pageAddress(),
      page_referrer: previousAddress(),
      send_page_view: !sendsPageViews(),
    });
    page.causeboardGtag = gtag;
    insertScript(`https://www.googletagmanager.com/gtag/js?id=${id}`);
  },
  'google-analytics-legacy': (id) => {
    const queue: unknown[] = [];
    page.ga = Object.assign((...given: unknown[]) => void queue.push(given), { q: queue, l: Date.now() });
    page.ga('create', id, 'auto');
    page.ga('set', 'anonymizeIp', true);
    page.ga('set', 'location', pageAddress());
    page.ga('set', 'referrer', previousAddress());
    page.ga('send', 'pageview');
    insertScript('https://www.google-analytics.com/analytics.js');
  },
  'meta-pixel': (id) => {
    const fbq: NonNullable<TagWindow['fbq']> = (...given: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...given);
      else fbq.queue?.push(given);
    };
    Object.assign(fbq, { queue: [], loaded: true, version: '2.0', push: fbq });
    page.fbq = fbq;
    page._fbq = fbq;
    fbq('init', id);
    fbq('track', 'PageView');
    insertScript('https://connect.facebook.net/en_US/fbevents.js');
  },
  'audience-measurement': insertScript,
  heatmap: (address) => {
    // Both scripts read a queue of earlier calls under their own name.
    for (const name of ['clarity', 'hj'] as const) {
      const queue: unknown[] = [];
      page[name] = Object.assign((...given: unknown[]) => void queue.push(given), { q: queue });
    }
    const hotjar = /^https:\/\/static\.hotjar\.com\/c\/hotjar-(\d+)\.js/.exec(address)?.[1];
    if (hotjar) page._hjSettings = { hjid: Number(hotjar), hjsv: 6 };
    insertScript(address);
  },
};

/** Loads the tags of services. Tags read the address of the page, so none is loaded if it contains a token. */
export function loadTags(granted: readonly ConsentService[], { services }: PageConsent): void {
  if (containsToken(location.search)) return;
  for (const service of granted) {
    const value = services[service];
    if (value) LOADERS[service]?.(value);
  }
}

function pageAddress(): string {
  return reportedAddress(location, document.querySelector<HTMLElement>('[data-reported]')?.dataset.reported);
}

/** The referrer. If it is a page of this site, only its origin: that page may be about a person, or a search. */
function previousAddress(): string {
  const { referrer } = document;
  const own = `${location.origin}/`;
  return referrer.startsWith(own) ? own : referrer;
}

/** Whether `client/lib/measurement` sends the page view, which would otherwise be counted twice. */
function sendsPageViews(): boolean {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="${MEASUREMENT_META}"]`);
  // It reads the decision from the cookie, where that of an external provider may still be missing.
  return Boolean(meta && (JSON.parse(meta.content) as PageMeasurement).client && cookieChoices()['google-analytics']);
}

function insertScript(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  document.head.append(script);
}
