import type { PageConsent } from '#contract/consent/consent-providers.js';
import { CONSENT_SERVICES, type ConsentChoices, type ConsentService } from '#contract/consent/consent-services.js';
import { announceGranted } from '../../lib/consent/granted';
import { isRefusedByBrowser } from './browser-refusal';
import type * as ConsentMode from './consent-mode';
import type { ConsentProvider, ConsentState } from './consent-provider';
import { cookieChoices } from './cookie-choices';
import type * as Drafts from './drafts';
import { tellOtherTabs, whenDecidedElsewhere } from './other-tabs';
import { hasDrafts, reloadTarget, rememberReload } from './reload-target';
import { saveChoices } from './save-choices';
import { deleteStorageOf } from './service-storage';

/** Providers say a decision in several events; what is done about it is done once. */
const SETTLE_MS = 50;
/** So long the page waits for the server to know of a decision before it is loaded anew. */
const MAX_SAVE_MS = 3000;
/** So long a provider that loads the page anew by itself has time to do so. */
const MAX_OWN_RELOAD_MS = 2000;

/** What other parts of the page may do about consent. */
export interface Consent {
  /** Saves that the visitor allows a service; the page is then loaded anew. @returns whether it was saved */
  grant(service: ConsentService): Promise<boolean>;
}

let running: Promise<Consent | undefined> | undefined;

/** Starts once for a page. @returns undefined where the site uses no service, or its provider's script is not there */
export function startConsent(): Promise<Consent | undefined> {
  return (running ??= start().catch(() => undefined));
}

async function start(): Promise<Consent | undefined> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-consent]');
  if (!link) return undefined;
  // Most pages have not just been loaded anew, and need not be able to.
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
        // Without its script, the link leads to the page that says what is allowed.
        if (provider.openSettings()) event.preventDefault();
      });
  await page.start();
  // Only now, so that every decision is one that comes after what this page began with.
  provider.ask?.();
  return { grant: (service) => provider.decide?.({ [service]: true }) ?? Promise.resolve(false) };
}

/** Loads the services of a page that the visitor allows, and the page anew when that changes. */
class PageServices {
  private readonly services: readonly ConsentService[];
  /** The services that this page has been given; undefined: it is not known yet what was decided. */
  private applied: readonly ConsentService[] | undefined;
  private lastStates = '';
  /** Of Google Consent Mode, where the site uses something of Google's. */
  private signals?: typeof ConsentMode;
  /** By the Transparency and Consent Framework, where the provider offers it. */
  private allowsAdvertising?: () => boolean;
  /** Of a provider that loads the page anew without waiting for anybody. */
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
    // The script of an external provider knows what was decided in its own tab alone.
    if (!this.provider.decide) {
      whenDecidedElsewhere(() => void this.follow());
      void import('./drafts').then((drafts) => (this.drafts = drafts));
    }
    try {
      await this.provider.ready;
      await this.begin();
    } catch {
      // A provider that is blocked or broken has granted nothing; if it comes after all, it says so by a change.
      await this.mirror();
    }
  }

  private readonly changed = (): void => {
    if (this.provider.reloadsPage) this.drafts?.saveDrafts();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.settle(), SETTLE_MS);
  };

  /** The first time that it is known what was decided: nothing has to be loaded anew for it. */
  private begin(): Promise<void> {
    return (this.begun ??= this.prepare().then(() => {
      // Our own answer is that of the cookie from the first moment on.
      const target = this.provider.decide ? undefined : reloadTarget();
      const granted = this.granted().filter((service) => !target || target.includes(service));
      this.lastStates = this.states();
      if (this.isDecided()) this.signals?.updateSignals(this.services, granted);
      this.apply(granted);
      void this.mirror();
    }));
  }

  /** What has to be there before anything is granted. */
  private async prepare(): Promise<void> {
    await this.setsDefaultSignals;
    if ('__tcfapi' in window && this.services.includes('google-ad-manager'))
      this.allowsAdvertising = (await import('./tcf')).watchTcf(this.changed);
  }

  private async setDefaultSignals(): Promise<void> {
    // Where the server alone sends something to Google, nothing in the page reads them.
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
    // The page was loaded anew for exactly this, and the provider says it late.
    const isLate = reloadTarget()?.join() === granted.join() && applied.every((service) => granted.includes(service));
    if (isLate) {
      this.apply(granted);
      return this.mirror();
    }
    await this.reload(granted);
  }

  /** Takes over what was decided in another tab: loaded anew, the page has a provider that has read what that one stored. */
  private async follow(): Promise<void> {
    if (this.isLeaving || !this.applied) return;
    const choices = cookieChoices();
    const granted = this.services.filter((service) => choices[service]);
    // Where tabs do not agree about what was decided, none of them is loaded anew for the same twice.
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
      // What is typed while the decision is saved counts as well.
      addEventListener('pagehide', saveDrafts);
    } catch {
      // Offline: most browsers fill in themselves what was typed.
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

  /** Tells the server, and other tabs, what an external provider says. */
  private async mirror(): Promise<void> {
    if (this.provider.decide) return;
    const before = cookieChoices();
    const isDecided = this.isDecided();
    const choices: ConsentChoices = {};
    for (const service of this.services) {
      const state = this.state(service);
      // What was allowed and is not known any more is refused.
      if ((isDecided && state !== 'unknown') || before[service]) choices[service] = state === 'granted';
    }
    const isNew = this.services.some((service) => choices[service] !== before[service]);
    if (isNew) await saveChoices(choices);
    if (isDecided) tellOtherTabs();
  }

  /** Whether the visitor decided anything: what is refused without being asked about is no decision. */
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
