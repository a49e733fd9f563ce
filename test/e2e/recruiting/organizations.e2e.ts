import { expect, type Page, test } from '@playwright/test';
import { at, collectErrors, hasSettled, titles, total } from '../support/browser-site';

test('[SEARCH-12] [SEARCH-07] filters change the list in place, are announced, and can be removed', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/organizations'));
  const all = await total(page);
  await page.getByRole('group', { name: 'Cause' }).getByRole('checkbox').first().check();
  await expect(page).toHaveURL(/\/organizations\/[a-z-]+$/);
  await hasSettled(page);
  expect(await total(page)).toBeLessThan(all);
  await expect(page.locator('#announcer')).toContainText(/organization/);
  await page.getByRole('link', { name: /^Remove filter/ }).click();
  await expect(page).toHaveURL(/\/organizations$/);
  await hasSettled(page);
  expect(await total(page)).toBe(all);
  expect(errors).toEqual([]);
});

test('[SEARCH-12] on a phone the filters are a sheet that traps the focus and returns it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(at('/organizations'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await page.locator('#filters > summary').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toBeVisible();
  await sheet.getByRole('checkbox').first().check();
  await sheet.getByRole('button', { name: /^Show \d+ organizations?$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/organizations\/[a-z-]+$/);
});

test('[SEARCH-17] a video is loaded from its service only on request', async ({ page }) => {
  const asked: string[] = [];
  await page.route(/youtube|vimeo|ytimg|openstreetmap/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' });
  });
  await openProfileWith(page, 'videos');
  expect(asked).toEqual([]);
  await page
    .getByRole('button', { name: /^Load the video/ })
    .first()
    .click();
  await expect(page.locator('[data-embed] iframe').first()).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.every((url) => /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//.test(url))).toBe(true);
});

/** Finds an organization whose profile has a group. */
async function openProfileWith(page: Page, group: string): Promise<void> {
  for (let number = 1; number < 6; number++) {
    await page.goto(at(`/organizations?page=${number}`));
    expect((await titles(page)).length).toBeGreaterThan(0);
    const links = page.locator('[data-region="results"] > ol h2 a');
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    for (const path of paths) {
      await page.goto(at(path));
      if ((await page.locator(`section[aria-labelledby="${group}"]`).count()) > 0) return;
    }
  }
  throw new Error(`No organization has ${group}`);
}
