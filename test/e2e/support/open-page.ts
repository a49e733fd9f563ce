import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test';

/** Opens a page in a browser context of its own, which is closed after the test. */
export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Playwright closes only the context of its own `page`; pages that tests open would run beside all later tests. */
export const test = base.extend<{ openPage: OpenPage }>({
  openPage: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/**
 * For tests that simulate the time: they get a context of their own. In a context that later tests reuse, Playwright's clock may leave
 * scripts behind that fail in the pages of those tests.
 */
export const testWithClock = test.extend({
  page: async ({ openPage }, use) => use(await openPage()),
});
