import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';

test('[ROUTE-11] a sitemap opened in a browser is a page that lists its files, each with a table of existing pages', async ({
  page,
}) => {
  await page.goto(at('/sitemap.xml', 'europe'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sitemap of Sinnwerk');
  expect(await page.getByRole('listitem').getByRole('link').count()).toBeGreaterThan(5);
  await page.getByRole('link', { name: /\/de\/pages\/sitemap\.xml$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sitemap von Sinnwerk');
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  const row = table.getByRole('row').filter({ hasText: '/de/arbeitgeber-suchen' });
  await expect(row.getByRole('link')).toHaveText([/\/de\/arbeitgeber-suchen$/, 'en', 'fr']);
  // Browsers that will drop XSLT show a warning in the page.
  const { violations } = await new AxeBuilder({ page }).exclude('xslt-warning-banner').analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`)).toEqual([]);
  // The page uses the site's colours.
  expect(await page.locator('header').evaluate((header) => getComputedStyle(header).borderBottomWidth)).toBe('1px');
  await row.getByRole('link').first().click();
  await expect(page).toHaveURL(at('/de/arbeitgeber-suchen', 'europe'));
  await expect(page.locator('main h1')).toBeVisible();
});
