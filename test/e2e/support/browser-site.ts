import { expect, type Page } from '@playwright/test';
import { HOSTS } from '../../support/products.mjs';

export type SiteName = keyof typeof HOSTS;

/** URL of a page of a site on the product with the embedded backend. */
export function at(path: string, site: SiteName = 'default'): string {
  return `http://${HOSTS[site]}:${new URL(process.env.TEST_EMBEDDED!).port}${path}`;
}

/** The number of results in the sentence above the list. */
export async function total(page: Page): Promise<number> {
  const text = await page.locator('main h1').first().innerText();
  return Number((/\d[\d,.\s]*/.exec(text)?.[0] ?? '0').replace(/\D/g, ''));
}

export function titles(page: Page): Promise<string[]> {
  return page.locator('[data-region="results"] > ol h2 a, [data-region="results"] > ul h2 a').allInnerTexts();
}

/** Records errors in the log, including violations of the page's own security policy. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

export async function hasSettled(page: Page): Promise<void> {
  await expect(page.locator('#jobs[aria-busy="true"], [data-region="results"][aria-busy="true"]')).toHaveCount(0);
}
