import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { axeViolations } from '../support/sound-page';

for (const [name, width] of [
  ['beside the list', 1440],
  ['on a page of its own', 390],
] as const)
  test(`without a connection a job ${name} keeps the page, reports the failure, and opens when the connection is back`, async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/jobs'));
    const link = page.locator('[data-region="results"] h2 a').first();
    const title = await link.innerText();
    await context.setOffline(true);
    await link.click();
    const message = page.getByRole('status').filter({ hasText: 'You’re offline' });
    await expect(message).toBeVisible();
    expect(page.url()).toBe(at('/jobs'));
    await expect(link).toBeVisible();
    if (width === 390) expect(await axeViolations(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page).not.toHaveURL(at('/jobs'));
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
    await expect(message).toHaveCount(0);
  });

test('a connection that is lost without the browser noticing keeps the page as well', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  const next = page.getByRole('link', { name: /next/i });
  await page.route('**/jobs?page=2*', (route) => route.abort('internetdisconnected'));
  await next.click();
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline' })).toBeVisible();
  expect(page.url()).toBe(at('/jobs'));
  await page.unroute('**/jobs?page=2*');
  await expect(page).toHaveURL(/page=2/);
});
