import { expect, type Page } from '@playwright/test';
import { installModel, type StubbedProvider } from './provider-stubs';

/** How the provider's script behaves in one scenario. */
export interface Scene {
  /** `before`: it is in the page already when our script comes. */
  script?: 'after' | 'before' | 'slow' | 'blocked' | 'missing' | 'broken' | 'silent';
  /** Granted by default while nobody has answered. */
  implied?: readonly string[];
  /** Stored by the provider on an earlier visit. */
  stored?: readonly string[];
  /** Stored in our cookie on an earlier visit. */
  cookie?: Record<string, boolean>;
  /** Runs after the stub's own script. */
  then?: string;
}

const TAG = 'https://measure.test/tag.js';
/** Only as long as anything could happen that must not. */
const QUIET_MS = 160;
const SLOW_MS = 700;

/**
 * One page for all scenarios of a provider: a small document with the product's own first script, at the product's own address, so that
 * everything but the provider is real.
 */
export class ProviderPage {
  readonly asked: string[] = [];
  loads = 0;
  private html = '';
  private scene: Scene = {};

  private constructor(
    readonly page: Page,
    private readonly provider: StubbedProvider,
    private readonly address: string,
  ) {}

  static async open(page: Page, provider: StubbedProvider, address: string): Promise<ProviderPage> {
    const opened = new ProviderPage(page, provider, address);
    await opened.route();
    return opened;
  }

  /** The tests' names of categories in those of the provider. */
  names(wanted: readonly ('measuring' | 'advertising' | 'functional')[]): string[] {
    const [measuring, advertising, functional] = this.provider.categories;
    const all = { measuring, advertising, functional };
    return wanted.map((name) => all[name]);
  }

  /** Begins anew, as on a first visit, and loads the page. */
  async begin(scene: Scene = {}): Promise<void> {
    this.scene = scene;
    await this.page.goto(new URL('/robots.txt', this.address).href);
    await this.page.context().clearCookies();
    await this.page.evaluate((stored) => {
      localStorage.clear();
      sessionStorage.clear();
      if (stored) localStorage.setItem('stub-choice', JSON.stringify(stored));
    }, scene.stored);
    const cookie = scene.cookie ?? (this.provider.isBuiltIn && scene.stored && decisionsOf(scene.stored));
    if (cookie)
      await this.page
        .context()
        .addCookies([{ name: 'klaro', value: encodeURIComponent(JSON.stringify(cookie)), url: this.address }]);
    this.asked.length = 0;
    this.loads = 0;
    await this.page.goto(this.address);
  }

  /** Waits until it is known what was decided. */
  async settled(): Promise<void> {
    await expect(this.page.locator('html[data-granted]')).toBeAttached();
    await this.quiet();
  }

  /** Waits as long as something could happen that must not. */
  async quiet(): Promise<void> {
    await this.page.waitForTimeout(QUIET_MS);
  }

  async granted(): Promise<string> {
    return (await this.page.locator('html').getAttribute('data-granted')) ?? 'not known';
  }

  async decide(...wanted: ('measuring' | 'advertising' | 'functional')[]): Promise<void> {
    await this.page.evaluate((names) => window.stub.decide(names), this.names(wanted));
  }

  /** The same, where the page is then loaded anew. */
  async decideAndReload(...wanted: ('measuring' | 'advertising' | 'functional')[]): Promise<void> {
    const reloaded = this.page.waitForEvent('load');
    await this.decide(...wanted);
    await reloaded;
    await this.settled();
  }

  async cookie(): Promise<unknown> {
    const cookie = (await this.page.context().cookies()).find(({ name }) => name === 'klaro');
    return cookie && (JSON.parse(decodeURIComponent(cookie.value)) as unknown);
  }

  private async route(): Promise<void> {
    const { page, provider, address } = this;
    const original = await (await page.request.get(new URL('/contact', address).href)).text();
    const entry = /<script[^>]+src="([^"]+)"[^>]*type="module"|<script[^>]+type="module"[^>]+src="([^"]+)"/.exec(
      original,
    );
    const island = /<script type="application\/json" id="island-page">.*?<\/script>/s.exec(original)![0];
    const [measuring, advertising, functional] = provider.categories;
    const consent = {
      ...provider.config,
      services: { 'audience-measurement': TAG, youtube: '', vimeo: '', maps: '' },
      categories: { 'audience-measurement': [measuring], youtube: [advertising], maps: [advertising, functional] },
    };
    this.html = `<!doctype html><html lang="en"><head><title>Consent</title><!--before--></head><body><main id="main" tabindex="-1">
      <form><input name="note"><input name="secret" type="password"></form></main>
      <a href="/consent" data-consent='${JSON.stringify(consent)}' data-asks="true">Privacy settings</a>${island}
      <script type="module" src="${entry?.[1] ?? entry?.[2]}"></script></body></html>`;
    await page.route(
      (url) => url.href === address,
      (route) => {
        this.loads += 1;
        const before = this.scene.script === 'before' || provider.isBuiltIn ? `<script>${this.stub()}</script>` : '';
        return route.fulfill({ contentType: 'text/html', body: this.html.replace('<!--before-->', before) });
      },
    );
    await page.route(
      (url) => url.hostname !== new URL(address).hostname,
      (route) => {
        const { hostname } = new URL(route.request().url());
        if (hostname === provider.host) return this.answer(route);
        this.asked.push(hostname);
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      },
    );
  }

  /** Opens pages of the product as they are but for the provider. @returns the hosts that were asked, the provider's left out */
  async openRealPages(paths: readonly string[]): Promise<string[]> {
    const { page, provider, address } = this;
    this.scene = {};
    this.asked.length = 0;
    for (const path of paths) {
      const url = new URL(path, address).href;
      await page.route(url, async (route) => {
        const html = await (await route.fetch()).text();
        const own = JSON.stringify(provider.config).slice(1, -1).replaceAll('"', '&quot;');
        const body = html.replace('&quot;provider&quot;:&quot;klaro&quot;', own);
        return route.fulfill({ contentType: 'text/html', body });
      });
      await page.goto(url, { waitUntil: 'networkidle' });
    }
    return [...this.asked];
  }

  private async answer(route: Parameters<Parameters<Page['route']>[1]>[0]): Promise<void> {
    const { script } = this.scene;
    if (script === 'blocked') return route.abort('blockedbyclient');
    if (script === 'missing') return route.fulfill({ status: 404, body: '' });
    if (script === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    const body = script === 'broken' ? 'throw new Error("broken")' : script === 'silent' ? '' : this.stub();
    return route.fulfill({ contentType: 'text/javascript', body });
  }

  private stub(): string {
    const options = { implied: this.scene.implied ?? [], reloads: this.provider.reloads ?? false };
    return `(${installModel.toString()})(${JSON.stringify(options)});(${this.provider.install.toString()})();${this.scene.then ?? ''}`;
  }
}

/** What the built-in provider stores where the others store categories. */
function decisionsOf(granted: readonly string[]): Record<string, boolean> {
  const [measuring = false, advertising = false, functional = false] = ['measuring', 'advertising', 'functional'].map(
    (name) => granted.includes(name),
  );
  return { 'audience-measurement': measuring, youtube: advertising, vimeo: false, maps: advertising && functional };
}
