import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Names of categories in the tests, which do not depend on the provider. */
export type Category = 'measuring' | 'advertising' | 'functional';

/** State in which a visit begins. */
export interface Scene {
  /** `before`: the provider's script is in the page before ours. */
  script?: 'after' | 'before' | 'slow' | 'blocked' | 'missing' | 'broken' | 'silent';
  /** Categories that are granted by default before any decision. */
  implied?: readonly Category[];
  /** Decision of an earlier visit, as the provider has stored it. */
  stored?: readonly Category[];
  /** Our cookie from an earlier visit, as a raw value or as choices. */
  cookie?: Record<string, boolean> | string;
  /** Code that runs after the stub's own script. */
  then?: string;
  /** Services in addition to those that every visit has. */
  services?: Record<string, string>;
  /** Categories of services that the site maps differently, by the provider's own names. */
  categories?: Record<string, string[]>;
  /** Whether the browser sends Global Privacy Control. */
  hasPrivacyControl?: boolean;
  /** Our modules that load late, as on a slow connection. */
  lateModules?: readonly string[];
  /** Whether time stands still until the test advances it. */
  hasOwnClock?: boolean;
}

/** A tab that visits use one after another, because opening one takes longer than most visits. */
export class VisitLane {
  private shared: { context: BrowserContext; page: Page } | undefined;

  constructor(private readonly browser: Browser) {}

  /** @returns an empty browser, and a function that must be called afterwards */
  async open({ hasPrivacyControl, hasOwnClock }: Scene): Promise<{ page: Page; close: () => Promise<void> }> {
    // These settings of a tab cannot be undone.
    if (hasPrivacyControl || hasOwnClock) {
      const own = await this.browser.newContext({ extraHTTPHeaders: hasPrivacyControl ? { 'Sec-GPC': '1' } : {} });
      if (hasPrivacyControl)
        await own.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
      const page = await own.newPage();
      if (hasOwnClock) await page.clock.install();
      return { page, close: () => own.close() };
    }
    if (!this.shared) {
      const context = await this.browser.newContext();
      this.shared = { context, page: await context.newPage() };
    }
    const { context, page } = this.shared;
    await context.clearCookies();
    return {
      page,
      async close() {
        for (const other of context.pages()) if (other !== page) await other.close();
        await page.goto('about:blank');
        await context.unrouteAll();
      },
    };
  }

  async close(): Promise<void> {
    await this.shared?.context.close();
  }
}
