import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { axeViolations } from '../support/sound-page';

test('[PAGE-08] an administrator opens the queue, which passes axe at three widths', async ({ page }) => {
  test.slow();
  const errors = collectErrors(page);
  await page.goto(at('/user/login'));
  await page.locator('#field-email').fill('admin@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard*');
  await page.goto(at('/admin/queue'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
  await expect(page.locator('nav a[aria-current="page"][href="/admin/queue"]').first()).toBeAttached();
  const ends = page.locator('[data-queue="expire"] [data-state="waiting"] a');
  await ends.click();
  await expect(page.locator('#tasks h2')).toHaveText('Jobs to close: Waiting');
  await expect(page.locator('[data-task]').first()).toBeVisible();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/admin/queue?kind=expire&state=waiting'));
    expect({ width, faults: await axeViolations(page) }).toEqual({ width, faults: [] });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ width, overflow: Math.max(overflow, 0) }).toEqual({ width, overflow: 0 });
    // Each heading is one word, which must not be broken.
    const broken = await page.locator('table:has([data-queue]) thead th').evaluateAll(
      (headings) =>
        headings.filter((heading) => {
          const range = document.createRange();
          range.selectNodeContents(heading);
          return range.getClientRects().length > 1;
        }).length,
    );
    expect({ width, broken }).toEqual({ width, broken: 0 });
  }
  expect(errors).toEqual([]);
});
