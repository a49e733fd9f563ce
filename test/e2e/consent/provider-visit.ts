import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page, Route } from '@playwright/test';
import { expect } from '@playwright/test';
import type { StubbedProvider } from './provider-stubs';
import { installModel } from './vendor-globals';

/** The tests' names of categories, whatever the provider calls them. */
export type Category = 'measuring' | 'advertising' | 'functional';

/** How a visit begins. */
export interface Scene {
  /** `before`: the provider's script is in the page already when ours comes. */
  script?: 'after' | 'before' | 'slow' | 'blocked' | 'missing' | 'broken' | 'silent';
  /** Granted by default while nobody has answered. */
  implied?: readonly Category[];
  /** What the visitor decided on an earlier visit, as the provider has stored it. */
  stored?: readonly Category[];
  /** What our cookie says of an earlier visit; the raw value, or choices. */
  cookie?: Record<string, boolean> | string;
  /** Runs after the stub's own script. */
  then?: string;
  /** Services besides those that every visit has. */
  services?: Record<string, string>;
  /** Categories of services that the site maps otherwise, by the provider's own names. */
  categories?: Record<string, string[]>;
  /** The browser asks for Global Privacy Control. */
  hasPrivacyControl?: boolean;
  /** Modules of ours that come late, as on a slow connection. */
  lateModules?: readonly string[];
  /** Time stands still until the test lets it pass. */
  hasOwnClock?: boolean;
}

export const TAG_HOST = 'measure.test';
const SERVICES = { 'audience-measurement': `https://${TAG_HOST}/tag.js`, youtube: '', vimeo: '', maps: '' };
/** As long as anything could happen that must not, by the page's own clock: a busy page gets its time. */
const QUIET_MS = 160;
const SLOW_MS = 700;
const MAX_WAIT_MS = 20_000;

/** The parts of the product's own page that all visits have. */
export interface ProductParts {
  address: string;
  /** The address of its first script. */
  entry: string;
  /** The data that its scripts read. */
  island: string;
}

/** Reads the parts out of a page of the product. @param address of the page that stands for all of them in these tests */
export async function productParts(address: string): Promise<ProductParts> {
  const html = await (await fetch(new URL('/contact', address))).text();
  const [, entry] = /<script(?=[^>]*type="module")[^>]*src="([^"]+)"/.exec(html)!;
  const [island] = /<script type="application\/json" id="island-page">.*?<\/script>/s.exec(html)!;
  return { address, entry: entry!, island };
}

/**
 * A visitor of a page with the product's own scripts, in a browser context of their own. Everything but the provider and the services is
 * real: the scripts, the cookie, and the server that writes it.
 */
export class ProviderVisit {
  /** Hosts of services that were asked. */
  readonly asked: string[] = [];
  private readonly loadsOf = new Map<Page, number>();
  private scene: Scene = {};

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly provider: StubbedProvider,
    private readonly parts: ProductParts,
  ) {}

  /** Begins a visit and loads the page. Whoever begins it ends it. */
  static async begin(browser: Browser, provider: StubbedProvider, parts: ProductParts, scene: Scene) {
    const { address } = parts;
    const stored = scene.stored && JSON.stringify(namesOf(provider, scene.stored));
    const context = await browser.newContext({
      serviceWorkers: 'block',
      extraHTTPHeaders: scene.hasPrivacyControl ? { 'Sec-GPC': '1' } : undefined,
      storageState: {
        cookies: [],
        origins: stored
          ? [{ origin: new URL(address).origin, localStorage: [{ name: 'stub-choice', value: stored }] }]
          : [],
      },
    });
    const cookie = scene.cookie ?? (provider.isBuiltIn && scene.stored ? decisionsOf(scene.stored) : undefined);
    if (cookie !== undefined) {
      const value = typeof cookie === 'string' ? cookie : encodeURIComponent(JSON.stringify(cookie));
      await context.addCookies([{ name: 'klaro', value, url: address }]);
    }
    if (scene.hasPrivacyControl)
      await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const visit = new ProviderVisit(context, await context.newPage(), provider, parts);
    visit.scene = scene;
    await visit.route();
    if (scene.hasOwnClock) await visit.page.clock.install();
    await visit.open(visit.page);
    return visit;
  }

  async end(): Promise<void> {
    await this.context.close();
  }

  /** The same page in another tab of the same browser. */
  async openTab(): Promise<Page> {
    const tab = await this.context.newPage();
    await this.open(tab);
    return tab;
  }

  /** How often the page was loaded. */
  loads(page = this.page): number {
    return this.loadsOf.get(page) ?? 0;
  }

  /** Waits until it is known what was decided, and for what comes of it. */
  async settled(page = this.page): Promise<void> {
    await page.locator('html[data-granted]').waitFor({ state: 'attached', timeout: MAX_WAIT_MS });
    await this.quiet(page);
  }

  /** Waits as long as something could happen that must not. */
  async quiet(page = this.page): Promise<void> {
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), QUIET_MS);
  }

  /** What the page has been given; undefined: it is not known yet. */
  async granted(page = this.page): Promise<string | undefined> {
    return page.evaluate(() => document.documentElement.dataset.granted);
  }

  /** Expects what was granted, how often the page was loaded, and that no other service was asked than those. */
  async expectGranted(granted: string, loads: number, page = this.page): Promise<void> {
    expect({ granted: await this.granted(page), loads: this.loads(page) }).toEqual({ granted, loads });
    // The tag comes a moment after it is known that it may.
    if (granted.includes('audience-measurement'))
      await expect.poll(() => this.asked.includes(TAG_HOST), { timeout: MAX_WAIT_MS }).toBe(true);
    else expect(this.asked).toEqual([]);
  }

  /** The visitor decides in the provider's own dialog. */
  async decide(...wanted: Category[]): Promise<void> {
    const names = namesOf(this.provider, wanted);
    // The page may be loaded anew before this returns.
    await this.page.evaluate((each) => void window.stub.decide(each), names).catch(ignoreNavigation);
  }

  /** The same, where the page is then loaded anew. */
  async decideAndReload(...wanted: Category[]): Promise<void> {
    const before = this.loads();
    await this.decide(...wanted);
    await this.reloaded(before + 1);
    await this.settled();
  }

  /** Waits until the page was loaded that often. */
  async reloaded(loads: number, page = this.page): Promise<void> {
    await expect.poll(() => this.loads(page), { timeout: MAX_WAIT_MS }).toBe(loads);
  }

  /** What our cookie says; undefined: there is none. */
  async cookie(): Promise<Record<string, boolean> | undefined> {
    const cookie = (await this.context.cookies()).find(({ name }) => name === 'klaro');
    return cookie && (JSON.parse(decodeURIComponent(cookie.value)) as Record<string, boolean>);
  }

  /** Waits until our cookie says something. */
  async mirrored(choices: Record<string, boolean>): Promise<void> {
    await expect.poll(() => this.cookie(), { timeout: MAX_WAIT_MS }).toMatchObject(choices);
  }

  names(wanted: readonly Category[]): string[] {
    return namesOf(this.provider, wanted);
  }

  /** What the provider's script does when it runs. */
  stub(): string {
    const options = { implied: this.names(this.scene.implied ?? []), reloads: this.provider.reloads ?? false };
    return `(${installModel.toString()})(${JSON.stringify(options)});(${this.provider.install.toString()})();${this.scene.then ?? ''}`;
  }

  private async open(page: Page): Promise<void> {
    page.on('load', () => this.loadsOf.set(page, this.loads(page) + 1));
    await page.goto(this.parts.address);
  }

  private async route(): Promise<void> {
    const { address } = this.parts;
    const { hostname } = new URL(address);
    await this.context.route(
      (url) => url.href === address,
      (route) => {
        return route.fulfill({ contentType: 'text/html', body: this.html() });
      },
    );
    for (const module of this.scene.lateModules ?? [])
      await this.context.route(`**/${scriptOf(module)}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
        await route.continue();
      });
    await this.context.route(
      (url) => url.hostname !== hostname,
      (route) => {
        const { hostname: host } = new URL(route.request().url());
        if (host === this.provider.host) return this.answer(route);
        this.asked.push(host);
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      },
    );
  }

  private html(): string {
    const { provider, scene, parts } = this;
    const [measuring, advertising, functional] = provider.categories;
    const consent = {
      ...provider.config,
      services: { ...SERVICES, ...scene.services },
      categories: {
        'google-analytics': [measuring],
        'audience-measurement': [measuring],
        'google-ad-manager': [advertising],
        'meta-pixel': [advertising],
        youtube: [advertising],
        maps: [advertising, functional],
        ...scene.categories,
      },
    };
    const before = scene.script === 'before' || provider.isBuiltIn ? `<script>${this.stub()}</script>` : '';
    return `<!doctype html><html lang="en"><head><title>Consent</title>${before}</head><body><main id="main" tabindex="-1">
      <form><input name="note"><input name="secret" type="password"></form>
      <button type="button" data-consent-settings>Open settings</button></main><p id="announcer"></p>
      <a href="/consent" data-consent='${JSON.stringify(consent)}' data-asks="true">Privacy settings</a>${parts.island}
      <script type="module" src="${parts.entry}"></script></body></html>`;
  }

  private async answer(route: Route): Promise<void> {
    const { script } = this.scene;
    if (script === 'blocked') return route.abort('blockedbyclient');
    if (script === 'missing') return route.fulfill({ status: 404, body: '' });
    if (script === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    const body = script === 'broken' ? 'throw new Error("broken")' : script === 'silent' ? '' : this.stub();
    return route.fulfill({ contentType: 'text/javascript', body });
  }
}

/** @returns the script that the build made for a module */
function scriptOf(module: string): string {
  const chunks = JSON.parse(readFileSync('build/pages/chunks.json', 'utf8')) as {
    file: string;
    facade: string | null;
  }[];
  return chunks.find(({ facade }) => facade?.endsWith(module))!.file;
}

function namesOf(provider: StubbedProvider, wanted: readonly Category[]): string[] {
  const [measuring, advertising, functional] = provider.categories;
  const all = { measuring, advertising, functional };
  return wanted.map((name) => all[name]);
}

/** What the built-in provider stores where the others store categories. */
function decisionsOf(granted: readonly Category[]): Record<string, boolean> {
  const [measuring = false, advertising = false, functional = false] = (
    ['measuring', 'advertising', 'functional'] as const
  ).map((name) => granted.includes(name));
  return {
    'google-analytics': measuring,
    'audience-measurement': measuring,
    'meta-pixel': advertising,
    youtube: advertising,
    vimeo: false,
    maps: advertising && functional,
  };
}

function ignoreNavigation(error: Error): void {
  if (!/navigation|context was destroyed/i.test(error.message)) throw error;
}
