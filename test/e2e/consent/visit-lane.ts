import type { Browser, BrowserContext, Page } from '@playwright/test';

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

/** A tab that visits share one after the other: to open one costs more than most visits. */
export class VisitLane {
  private shared: { context: BrowserContext; page: Page } | undefined;

  constructor(private readonly browser: Browser) {}

  /** @returns an empty browser, and what is to be done with it afterwards */
  async open({ hasPrivacyControl, hasOwnClock }: Scene): Promise<{ page: Page; close: () => Promise<void> }> {
    // Nobody can take these back from a tab.
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
