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
