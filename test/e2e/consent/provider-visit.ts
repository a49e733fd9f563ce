import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, type CDPSession, expect, type Page, type Request } from '@playwright/test';
import type { StubbedProvider } from './provider-stubs';
import { installModel } from './vendor-globals';
import type { Category, Scene, VisitLane } from './visit-lane';

export const TAG_HOST = 'measure.test';
const SERVICES = { 'audience-measurement': `https://${TAG_HOST}/tag.js`, youtube: '', vimeo: '', maps: '' };
/** Time in which forbidden effects would occur, by the page's own clock, so that a busy page has enough time. */
const QUIET_MS = 160;
const SLOW_MS = 700;
const MAX_WAIT_MS = 20_000;
const MAX_SAVE_MS = 500;

/** Parts of the product's page that all visits use. */
export interface ProductParts {
  address: string;
  /** Address of its first script. */
  entry: string;
  /** Data that its scripts read. */
  island: string;
}

/** Reads the parts from a page of the product. @param address of the page that represents all of them in these tests */
export async function productParts(address: string): Promise<ProductParts> {
  const html = await (await fetch(new URL('/contact', address))).text();
  const [, entry] = /<script(?=[^>]*type="module")[^>]*src="([^"]+)"/.exec(html)!;
  const [island] = /<script type="application\/json" id="island-page">.*?<\/script>/s.exec(html)!;
  return { address, entry: entry!, island };
}

/**
 * A visitor of a page with the product's own scripts. Everything except the provider and the services is real: the scripts, the cookie,
 * and the server that sets it.
 */
export class ProviderVisit {
  /** Hosts of services that received requests. */
  readonly asked: string[] = [];
  private readonly loadsOf = new Map<Page, number>();
  private readonly sessions: CDPSession[] = [];
  private readonly saving = new Set<Request>();
  private hasBegun = false;
  /** Whether the provider's script is blocked from now on. */
  isRemoved = false;

  private constructor(
    readonly page: Page,
    readonly provider: StubbedProvider,
    private readonly scene: Scene,
    private readonly parts: ProductParts,
    private readonly close: () => Promise<void>,
  ) {}

  private readonly loaded = (page: Page): void => void this.loadsOf.set(page, this.loads(page) + 1);
  private readonly requested = (request: Request): void => {
    if (request.url().endsWith('/api/consent')) this.saving.add(request);
  };
  private readonly requestEnded = (request: Request): void => void this.saving.delete(request);

  /** Begins a visit and loads the page. The caller must end it. */
  static async begin(lane: VisitLane, provider: StubbedProvider, parts: ProductParts, scene: Scene) {
    const { page, close } = await lane.open(scene);
    const visit = new ProviderVisit(page, provider, scene, parts, close);
    const cookie = scene.cookie ?? (provider.isBuiltIn && scene.stored ? decisionsOf(scene.stored) : undefined);
    if (cookie !== undefined) {
      const value = typeof cookie === 'string' ? cookie : encodeURIComponent(JSON.stringify(cookie));
      await visit.context.addCookies([{ name: 'klaro', value, url: parts.address }]);
    }
    for (const module of scene.lateModules ?? [])
      await visit.context.route(`**/${scriptOf(module)}`, async (route) => {
        await wait(SLOW_MS);
        await route.continue();
      });
    await visit.open(page);
    return visit;
  }

  async end(): Promise<void> {
    // The last decision of this visit must not overwrite the cookie of the next one.
    const end = Date.now() + MAX_SAVE_MS;
    while (this.saving.size > 0 && Date.now() < end) await wait(20);
    this.page.off('load', this.loaded);
    this.page.off('request', this.requested);
    this.page.off('requestfinished', this.requestEnded);
    this.page.off('requestfailed', this.requestEnded);
    for (const session of this.sessions) await session.detach().catch(() => undefined);
    await this.close();
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Opens the same page in another tab of the same browser. */
  async openTab(): Promise<Page> {
    const tab = await this.context.newPage();
    await this.open(tab);
    return tab;
  }

  /** Number of times the page was loaded. */
  loads(page = this.page): number {
    return this.loadsOf.get(page) ?? 0;
  }

  /** Waits until the decision is known and has taken effect. */
  async settled(page = this.page): Promise<void> {
    await page.locator('html[data-granted]').waitFor({ state: 'attached', timeout: MAX_WAIT_MS });
    await this.quiet(page);
  }

  /** Waits for the time in which forbidden effects would occur. */
  async quiet(page = this.page): Promise<void> {
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), QUIET_MS);
  }

  /** Services granted to the page; undefined if this is not known yet. */
  async granted(page = this.page): Promise<string | undefined> {
    return page.evaluate(() => document.documentElement.dataset.granted);
  }

  /** Checks the granted services, the number of page loads, and that no other services received requests. */
  async expectGranted(granted: string, loads: number, page = this.page): Promise<void> {
    expect({ granted: await this.granted(page), loads: this.loads(page) }).toEqual({ granted, loads });
    // The tag is inserted shortly after it is known to be allowed.
    if (granted.includes('audience-measurement'))
      await expect.poll(() => this.asked.includes(TAG_HOST), { timeout: MAX_WAIT_MS }).toBe(true);
    else expect(this.asked).toEqual([]);
  }

  /** Makes a decision in the provider's own dialog. */
  async decide(...wanted: Category[]): Promise<void> {
    const names = namesOf(this.provider, wanted);
    // The page may be reloaded before this returns.
    await this.page.evaluate((each) => window.stub.decide(each), names).catch(ignoreNavigation);
  }

  /** Makes a decision after which the page is reloaded. */
  async decideAndReload(...wanted: Category[]): Promise<void> {
    const before = this.loads();
    await this.decide(...wanted);
    await this.reloaded(before + 1);
    await this.settled();
  }

  /** Waits until the page was loaded the given number of times. */
  async reloaded(loads: number, page = this.page): Promise<void> {
    await expect.poll(() => this.loads(page), { timeout: MAX_WAIT_MS }).toBe(loads);
  }

  /** Content of our cookie; undefined if there is none. */
  async cookie(): Promise<Record<string, boolean> | undefined> {
    const cookie = (await this.context.cookies()).find(({ name }) => name === 'klaro');
    return cookie && (JSON.parse(decodeURIComponent(cookie.value)) as Record<string, boolean>);
  }

  /** Waits until our cookie has these choices. */
  async mirrored(choices: Record<string, boolean>): Promise<void> {
    await expect.poll(() => this.cookie(), { timeout: MAX_WAIT_MS }).toMatchObject(choices);
  }

  names(wanted: readonly Category[]): string[] {
    return namesOf(this.provider, wanted);
  }

  /** Code of the provider's script. */
  stub(): string {
    const options = { implied: this.names(this.scene.implied ?? []), reloads: this.provider.reloads ?? false };
    return `(${installModel.toString()})(${JSON.stringify(options)});(${this.provider.install.toString()})();${this.scene.then ?? ''}`;
  }

  private async open(page: Page): Promise<void> {
    page.on('load', this.loaded);
    page.on('request', this.requested);
    page.on('requestfinished', this.requestEnded);
    page.on('requestfailed', this.requestEnded);
    // Playwright's routes would intercept every script of the product, which takes as long as loading the whole page.
    const session = await this.context.newCDPSession(page);
    this.sessions.push(session);
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      // The tab may be closed before it gets its response.
      void this.answer(new URL(request.url), session, requestId).catch(() => undefined);
    });
    await session.send('Fetch.enable', { patterns: [{ urlPattern: this.parts.address }, { urlPattern: 'https://*' }] });
    await page.goto(this.parts.address);
  }

  private async answer(url: URL, session: CDPSession, requestId: string): Promise<void> {
    const fulfill = (type: string, text: string, status = 200) =>
      session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: type }],
        body: Buffer.from(text).toString('base64'),
      });
    if (url.href === this.parts.address) {
      await fulfill('text/html; charset=utf-8', this.html());
      return;
    }
    if (url.hostname !== this.provider.host) {
      this.asked.push(url.hostname);
      await fulfill('text/javascript', '');
      return;
    }
    const { script } = this.scene;
    if (script === 'blocked' || this.isRemoved) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
      return;
    }
    if (script === 'slow') await wait(SLOW_MS);
    if (script === 'missing') await fulfill('text/javascript', '', 404);
    else if (script === 'broken') await fulfill('text/javascript', 'throw new Error("broken")');
    else await fulfill('text/javascript', script === 'silent' ? '' : this.stub());
  }

  /** Removes data of the previous visit, and stores the data of this visitor's earlier visit. */
  private firstScript(): string {
    const { provider, scene } = this;
    const stored = scene.stored && JSON.stringify(JSON.stringify(namesOf(provider, scene.stored)));
    return `localStorage.clear();sessionStorage.clear();${stored ? `localStorage.setItem('stub-choice',${stored});` : ''}`;
  }

  private html(): string {
    const { provider, scene, parts } = this;
    const [measuring, advertising, functional] = provider.categories;
    const consent = {
      ...provider.config,
      services: { ...SERVICES, ...scene.services },
      categories: {
        'google-tag-manager': [measuring, advertising],
        'google-analytics': [measuring],
        'audience-measurement': [measuring],
        'google-ad-manager': [advertising],
        'meta-pixel': [advertising],
        youtube: [advertising],
        maps: [advertising, functional],
        ...scene.categories,
      },
    };
    const before = scene.script === 'before' || provider.isBuiltIn ? this.stub() : '';
    const first = this.hasBegun ? '' : this.firstScript();
    this.hasBegun = true;
    return `<!doctype html><html lang="en"><head><title>Consent</title><script>${first}${before}</script></head><body><main id="main" tabindex="-1">
      <form><input name="note"><input name="secret" type="password"></form>
      <button type="button" data-consent-settings>Open settings</button></main><p id="announcer"></p>
      <a href="/consent" data-consent='${JSON.stringify(consent)}' data-asks="true">Privacy settings</a>${parts.island}
      <script type="module" src="${parts.entry}"></script></body></html>`;
  }
}

/** @returns the script that the build has made for a module */
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

/** State of the built-in provider that corresponds to the categories of the other providers. */
function decisionsOf(granted: readonly Category[]): Record<string, boolean> {
  const [measuring = false, advertising = false, functional = false] = (
    ['measuring', 'advertising', 'functional'] as const
  ).map((name) => granted.includes(name));
  return {
    'google-tag-manager': measuring && advertising,
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
