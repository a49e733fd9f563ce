import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';

const NEXT = { name: 'Next: Featured jobs' };
const PREVIOUS = { name: 'Previous: Featured jobs' };

test('[SEARCH-11] a row that is wider than the screen is scrolled by its buttons, with mouse and keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(at('/'), { waitUntil: 'networkidle' });
  const row = page.getByRole('list', { name: 'Featured jobs' });
  const place = () => row.evaluate(({ scrollLeft }) => scrollLeft);
  const box = () =>
    row.evaluate((list) => {
      const { x, y, width, height } = list.getBoundingClientRect();
      return [x, y + window.scrollY, width, height];
    });
  const before = await box();
  const next = page.getByRole('button', NEXT);
  const previous = page.getByRole('button', PREVIOUS);
  await expect(next).toBeVisible();
  await expect(previous).toBeHidden();
  const { violations } = await new AxeBuilder({ page }).include('[data-slides]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  // To the end by keyboard: the focus is neither lost nor moved, and a button that is not needed any more disappears after losing it.
  await next.focus();
  await expect(async () => {
    await page.keyboard.press('Enter');
    await expect(next).toBeDisabled({ timeout: 1000 });
  }).toPass();
  expect(await place()).toBeGreaterThan(0);
  await expect(next).toBeFocused();
  await expect(row.getByRole('link').last()).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(next).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
  // And back with the mouse.
  await previous.click();
  await expect(next).toBeVisible();
  // Only the content of the row has moved.
  expect(await box()).toEqual(before);
});

test('[SEARCH-11] a row without overflow has no buttons, and neither do rows on narrow screens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/', 'uk'), { waitUntil: 'networkidle' });
  await expect(page.getByRole('list', { name: 'Featured jobs' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Next: .*video/ })).toBeVisible();
  await expect(page.getByRole('button', NEXT)).toBeHidden();
  await page.setViewportSize({ width: 800, height: 900 });
  await expect(page.getByRole('button', { name: /^Next: / })).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[SEARCH-11] a row can be scrolled, and shows no buttons without a function', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(at('/'));
    const row = page.getByRole('list', { name: 'Featured jobs' });
    await expect(page.getByRole('button', NEXT)).toBeHidden();
    await row.hover();
    await page.mouse.wheel(2000, 0);
    await expect(row.getByRole('link').last()).toBeInViewport();
  });
});
