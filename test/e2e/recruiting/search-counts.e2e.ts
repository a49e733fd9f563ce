import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { logIn } from '../support/demo-login';
import { expectSound, type View } from '../support/sound-page';

const PAGE = '/admin/searches';
const PHONE: View = { width: 390, colorScheme: 'dark' };
const VIEWS: readonly View[] = [{ width: 1440, colorScheme: 'light' }, { width: 320 }, PHONE];
/** Number of searches by other visitors, because a text that was searched for only once is not shown. */
const OTHER_SEARCHES = 4;

test.describe.configure({ timeout: 120_000 });

/** A search text that finds jobs and that no other test uses. */
function ownWords(): string {
  const letters = randomUUID().replace(/[^a-f]/g, '');
  return `coordinator -${letters.padEnd(8, 'q')}`;
}

async function searchAsOthers(request: APIRequestContext, words: string, times: number): Promise<void> {
  for (let each = 0; each < times; each += 1)
    expect((await request.get(at(`/jobs?search=${encodeURIComponent(words)}`))).status()).toBe(200);
}

/** The numbers next to a search text, once the product has written them. */
async function numbersOf(page: Page, words: string): Promise<string[]> {
  const row = page.locator('#frequent tbody tr').filter({ has: page.getByText(words, { exact: true }) });
  await expect(async () => {
    await page.goto(at(`${PAGE}?weeks=1`));
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 40_000 });
  return row.locator('td').allInnerTexts();
}

test('a search is counted once in the administrator’s statistics, whatever is opened next to its list', async ({
  page,
  request,
}) => {
  const errors = collectErrors(page);
  const words = ownWords();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await page.getByLabel('What').fill(words);
  await page.getByLabel('What').press('Enter');
  await expect(page).toHaveURL(/search=coordinator/);
  const titles = page.locator('[data-region="results"] h2 a');
  for (const index of [0, 1, 2]) {
    await titles.nth(index).click();
    await expect(page).toHaveURL(/jobId=/);
    await expect(page.locator('#job-title')).toHaveText(await titles.nth(index).innerText());
  }
  await page.reload();
  await searchAsOthers(request, words, OTHER_SEARCHES);
  await logIn(page, 'admin');
  expect(await numbersOf(page, words)).toEqual(['5', '0']);
  await expect(page.locator('nav a[aria-current="page"][href="/admin/searches"]').first()).toBeAttached();
  await expectSound(page, VIEWS);
  expect(errors).toEqual([]);
});

test.describe('with scripts off, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('an administrator chooses the weeks, and downloads a file', async ({ page, request }) => {
    const words = ownWords();
    await searchAsOthers(request, words, OTHER_SEARCHES + 1);
    await logIn(page, 'admin');
    await numbersOf(page, words);
    await page.getByLabel('Period').selectOption({ label: 'Last 26 weeks' });
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/weeks=26/);
    await expect(page.getByLabel('Period')).toHaveValue('26');
    await expect(page.locator('#frequent').getByRole('link', { name: words, exact: true })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('default-searches-26.csv');
  });
});
