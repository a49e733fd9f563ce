import { CONSENT_SERVICES, type ConsentChoices, type ConsentService } from '#contract/consent/consent-services.js';
import { type PageConsent } from '#contract/consent/consent-providers.js';
import { announceGranted } from '../../lib/consent/granted';
import type * as ConsentMode from './consent-mode';
import type { ConsentProvider, ConsentState } from './consent-provider';
import { cookieChoices, saveChoices, tellOtherTabs, whenDecidedElsewhere, isRefusedByBrowser } from './choices';
import type * as Drafts from './drafts';
import { hasDrafts, reloadTarget, rememberReload } from './reload-target';

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

/** Data of the tags that a container of Google Tag Manager usually has, unless they are services of the site themselves. */
const STORED_BY_CONTAINER = /^(_ga(_|c_|t|$)|_gid|_fb[pc]$)/;

/** Interval within which several events of a provider count as one decision, in milliseconds. */
const SETTLE_MS = 50;
/** Maximum time to wait for the server to save a decision before the page is reloaded, in milliseconds. */
const MAX_SAVE_MS = 3000;
/** Time for a provider that reloads the page by itself to do so, in milliseconds. */
const MAX_OWN_RELOAD_MS = 2000;

/** Consent functions for other parts of the page. */
export interface Consent {
  /** Saves the consent to a service; the page is then reloaded. @returns whether it was saved */
  grant(service: ConsentService): Promise<boolean>;
}

let running: Promise<Consent | undefined> | undefined;

/** Runs once per page. @returns undefined if the site uses no service, or if its provider's script is unavailable */
export function startConsent(): Promise<Consent | undefined> {
  return (running ??= start().catch(() => undefined));
}

async function start(): Promise<Consent | undefined> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-consent]');
  if (!link) return undefined;
  // Most pages were not just reloaded, so the code is loaded only on demand.
  if (hasDrafts()) void import('./drafts').then(({ restoreDrafts }) => restoreDrafts());
  const config = JSON.parse(link.dataset.consent!) as PageConsent;
  const provider: ConsentProvider =
    config.provider === 'klaro'
      ? (await import('./klaro')).createProvider(config, link.href)
      : await (await import('./vendor-provider')).loadVendor(config);
  const page = new PageServices(config, provider);
  if (!provider.decide)
    for (const element of [link, ...document.querySelectorAll('[data-consent-settings]')])
      element.addEventListener('click', (event) => {
        // Without the provider's script, the link leads to the page that shows the decisions.
        if (provider.openSettings()) event.preventDefault();
      });
  await page.start();
  // Called last, so that every decision counts as a change from the initial state of this page.
  provider.ask?.();
  return { grant: (service) => provider.decide?.({ [service]: true }) ?? Promise.resolve(false) };
}

/** Loads the allowed services of a page, and reloads the page when the decisions change. */
class PageServices {
  private readonly services: readonly ConsentService[];
  /** The services that this page has loaded; undefined until the decision is known. */
  private applied: readonly ConsentService[] | undefined;
  private lastStates = '';
  /** Signals of Google Consent Mode, if the site uses a service of Google. */
  private signals?: typeof ConsentMode;
  /** Whether advertising is allowed by the Transparency and Consent Framework, if the provider supports it. */
  private allowsAdvertising?: () => boolean;
  /** Loaded in advance for a provider that reloads the page without waiting. */
  private drafts?: typeof Drafts;
  private begun?: Promise<void>;
  private readonly setsDefaultSignals: Promise<void>;
  private isLeaving = false;
  private timer?: ReturnType<typeof setTimeout>;

  constructor(
    private readonly config: PageConsent,
    private readonly provider: ConsentProvider,
  ) {
    this.services = CONSENT_SERVICES.filter((service) => config.services[service] !== undefined);
    this.setsDefaultSignals = this.setDefaultSignals();
  }

  async start(): Promise<void> {
    this.provider.onChange(this.changed);
    // The script of an external provider only knows about decisions in its own tab.
    if (!this.provider.decide) {
      whenDecidedElsewhere(() => void this.follow());
      void import('./drafts').then((drafts) => (this.drafts = drafts));
    }
    try {
      await this.provider.ready;
      await this.begin();
    } catch {
      // A provider that is blocked or broken has granted nothing; if it loads later, it reports a change.
      await this.mirror();
    }
  }

  private readonly changed = (): void => {
    if (this.provider.reloadsPage) this.drafts?.saveDrafts();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settle(), SETTLE_MS);
  };

  /** Runs when the decision is known for the first time: nothing has to be reloaded for it. */
  private begin(): Promise<void> {
    return (this.begun ??= this.prepare().then(() => {
      // The built-in provider reads the cookie, so its decision is final from the start.
      const target = this.provider.decide ? undefined : reloadTarget();
      const granted = this.granted().filter((service) => !target || target.includes(service));
      this.lastStates = this.states();
      if (this.isDecided()) this.signals?.updateSignals(this.services, granted);
      this.apply(granted);
      void this.mirror();
    }));
  }

  /** Loads everything that is required before a service is granted. */
  private async prepare(): Promise<void> {
    await this.setsDefaultSignals;
    if ('__tcfapi' in window && this.services.includes('google-ad-manager'))
      this.allowsAdvertising = (await import('./tcf')).watchTcf(this.changed);
  }

  private async setDefaultSignals(): Promise<void> {
    // If only the server sends data to Google, no script of the page reads the signals.
    if (!this.services.some((service) => service.startsWith('google-') && this.config.services[service])) return;
    this.signals = await import('./consent-mode');
    this.signals.setDefaultSignals();
  }

  private async settle(): Promise<void> {
    if (this.isLeaving) return;
    if (!this.applied) return this.begin().catch(() => undefined);
    const states = this.states();
    if (states === this.lastStates) return;
    this.lastStates = states;
    const { applied } = this;
    const granted = this.granted();
    this.signals?.updateSignals(this.services, granted);
    if (granted.join() === applied.join()) return this.mirror();
    // The page was reloaded for exactly these services, and the provider reports them late.
    const isLate = reloadTarget()?.join() === granted.join() && applied.every((service) => granted.includes(service));
    if (isLate) {
      this.apply(granted);
      return this.mirror();
    }
    await this.reload(granted);
  }

  /** Adopts a decision from another tab: after a reload, the provider reads what the other tab has stored. */
  private async follow(): Promise<void> {
    if (this.isLeaving || !this.applied) return;
    const choices = cookieChoices();
    const granted = this.services.filter((service) => choices[service]);
    // If tabs disagree about the decision, none of them is reloaded twice for the same one.
    if ([this.applied, reloadTarget()].some((known) => known?.join() === granted.join())) return;
    await this.leave(granted);
    location.reload();
  }

  private async leave(granted: readonly ConsentService[]): Promise<void> {
    this.isLeaving = true;
    rememberReload(granted);
    try {
      const { saveDrafts } = await import('./drafts');
      saveDrafts();
      // Includes text that is typed while the decision is being saved.
      addEventListener('pagehide', saveDrafts);
    } catch {
      // Offline: most browsers restore typed values themselves.
    }
  }

  private async reload(granted: readonly ConsentService[]): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, MAX_SAVE_MS));
    await Promise.race([Promise.all([this.leave(granted), this.mirror()]), limit]);
    if (this.provider.reloadsPage) await new Promise((resolve) => setTimeout(resolve, MAX_OWN_RELOAD_MS));
    location.reload();
  }

  private apply(granted: readonly ConsentService[]): void {
    const added = granted.filter((service) => !this.applied?.includes(service));
    this.applied = granted;
    const refused = this.services.filter((service) => !granted.includes(service));
    deleteStorageOf(refused, granted);
    announceGranted(granted);
    if (added.length > 0) void import('./service-tags').then(({ loadTags }) => loadTags(added, this.config));
  }

  /** Reports the decisions of an external provider to the server and to other tabs. */
  private async mirror(): Promise<void> {
    if (this.provider.decide) return;
    const before = cookieChoices();
    const isDecided = this.isDecided();
    const choices: ConsentChoices = {};
    for (const service of this.services) {
      const state = this.state(service);
      // A service that was allowed and is unknown now is rejected.
      if ((isDecided && state !== 'unknown') || before[service]) choices[service] = state === 'granted';
    }
    const isNew = this.services.some((service) => choices[service] !== before[service]);
    if (isNew) await saveChoices(choices);
    if (isDecided) tellOtherTabs();
  }

  /** Whether the visitor has made a decision: a rejection without a question is not a decision. */
  private isDecided(): boolean {
    const { provider, config } = this;
    const isAskedAbout = (service: ConsentService) => provider.decide !== undefined || config.categories?.[service];
    return this.services.some((service) => isAskedAbout(service) && provider.state(service) !== 'unknown');
  }

  private granted(): ConsentService[] {
    return this.services.filter((service) => this.state(service) === 'granted');
  }

  private states(): string {
    return this.services.map((service) => this.state(service)).join();
  }

  private state(service: ConsentService): ConsentState {
    if (isRefusedByBrowser(service)) return 'denied';
    const state = this.provider.state(service);
    const isRefusedByFramework = service === 'google-ad-manager' && this.allowsAdvertising?.() === false;
    return state === 'granted' && isRefusedByFramework ? 'denied' : state;
  }
}

/** Deletes the data of rejected services, except for data that a granted service uses as well. */
function deleteStorageOf(refused: readonly ConsentService[], granted: readonly ConsentService[]): void {
  const isOf = (services: readonly ConsentService[], name: string): boolean =>
    services.some((service) => STORED_NAMES[service]?.test(name));
  const isOfContainer = (name: string): boolean =>
    refused.includes('google-tag-manager') && STORED_BY_CONTAINER.test(name);
  const isStored = (name: string): boolean => (isOf(refused, name) || isOfContainer(name)) && !isOf(granted, name);
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
