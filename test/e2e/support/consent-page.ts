import type { Page } from '@playwright/test';

/**
 * Intercepts a page's requests to other hosts.
 *
 * @param answers response bodies by host; all others are empty
 * @returns a growing list of the requested hosts
 */
export async function catchOthers(page: Page, answers: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const asked: string[] = [];
  await page.route(
    ({ hostname }) => !hostname.endsWith('localhost'),
    (route) => {
      asked.push(new URL(route.request().url()).hostname);
      return route.fulfill({
        contentType: 'text/javascript',
        headers: { 'access-control-allow-origin': '*' },
        body: answers[asked.at(-1)!] ?? '',
      });
    },
  );
  return asked;
}

/** Counts page loads. */
export function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return () => loads;
}

export const banner = (page: Page) => page.getByRole('region', { name: 'May we use other services?' });
export const granted = (page: Page) => page.locator('html').getAttribute('data-granted');

export async function choices(page: Page): Promise<Record<string, boolean>> {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'klaro');
  return JSON.parse(decodeURIComponent(cookie?.value ?? '{}')) as Record<string, boolean>;
}
