import { expect, test } from '@playwright/test';
import { at, collectErrors, hasSettled, titles, total } from '../support/browser-site';

test('[ROUTE-07] the address is the only state: filters, pages, back and forward', async ({ page }) => {
  const errors = collectErrors(page);
  await page.goto(at('/jobs?search=manager'));
  const all = await total(page);
  const hybrid = page.getByRole('checkbox', { name: /^Hybrid/ });
  await hybrid.check();
  await expect.poll(() => total(page)).toBeLessThan(all);
  const some = await total(page);
  const filtered = page.url();
  expect(filtered).not.toContain('page=');

  await page.getByRole('link', { name: /next/i }).click();
  await expect(page).toHaveURL(/page=2/);
  await hasSettled(page);
  const second = await titles(page);

  await page.goBack();
  await expect(page).toHaveURL(filtered);
  await expect.poll(() => total(page)).toBe(some);
  await expect(hybrid).toBeChecked();
  await page.goBack();
  await expect.poll(() => total(page)).toBe(all);
  await page.goForward();
  await page.goForward();
  await expect.poll(() => titles(page)).toEqual(second);

  await page.goto(filtered);
  expect(await total(page)).toBe(some);
  expect(errors).toEqual([]);
});

test('[ROUTE-07] back and forward again, before the other page is loaded, stays on the page', async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.goto(at('/jobs?search=manager'));
  await page.getByRole('link', { name: /next/i }).click();
  await expect(page).toHaveURL(/page=2/);
  await hasSettled(page);
  const second = await titles(page);
  await page.route(at('/jobs?search=manager'), async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  const requested = page.waitForRequest(at('/jobs?search=manager'));
  await page.evaluate(() => history.back());
  await requested;
  await expect(page).not.toHaveURL(/page=2/);
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(/page=2/);
  release();
  await page.waitForLoadState('networkidle');
  expect(await titles(page)).toEqual(second);
  await expect(page).toHaveURL(/page=2/);
  await page.unroute(at('/jobs?search=manager'));
  await page.goBack();
  await expect.poll(() => titles(page)).not.toEqual(second);
});

test('[I18N-01] the links to other languages lead to the same search after a filter is ticked', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/en/jobs?search=manager', 'europe'));
  const link = page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'Deutsch' });
  await expect(link).not.toHaveAttribute('href', /remote/);
  const box = page.getByRole('group', { name: 'Place of work' }).getByRole('checkbox').first();
  await box.check();
  await expect(page).not.toHaveURL(at('/en/jobs?search=manager', 'europe'));
  await hasSettled(page);
  await expect(link).toHaveAttribute('href', /^\/de\/.*remote/);
  await page.getByRole('link', { name: /next/i }).click();
  await expect(page).toHaveURL(/page=2/);
  await link.click();
  await expect(page).toHaveURL(/\/de\/.*page=2/);
  await expect(page.locator('[name="remote"]:checked')).toHaveCount(1);
});

test('[SEARCH-01] on a wide screen a job opens next to the list, and the list keeps its scroll position', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  const list = await titles(page);
  const card = page.getByRole('link', { name: list[4]!, exact: true }).first();
  await card.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  await card.click();
  await expect(page).toHaveURL(/jobId=\d+/);
  await expect(page.locator('[data-region="pane"]').getByRole('heading', { name: list[4]! })).toBeVisible();
  expect(await titles(page)).toEqual(list);
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(80);
  await page.goBack();
  await expect(page).not.toHaveURL(/jobId/);
});

test('[SEARCH-01] on a phone a job is a separate page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs'));
  const [title] = await titles(page);
  await page.getByRole('link', { name: title!, exact: true }).first().click();
  await expect(page).toHaveURL(/\/job\/\d+\//);
  // A link, or a disclosure for a job with applications by email.
  await expect(
    page.locator('article :is(a, summary)', { hasText: /apply|visit the employer/i }).first(),
  ).toBeInViewport();
});

test('[SEARCH-12] the filter sheet of a phone opens, traps the focus, updates counts on each tick, applies and closes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs?search=manager'));
  const all = await total(page);
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  // A visitor who clicks before the script is loaded gets the filters in the page.
  await expect(async () => {
    await page.locator('summary', { hasText: 'Filters' }).click();
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  const show = sheet.getByRole('button', { name: /^Show [\d,]+ jobs?$/ });
  await expect(show).toHaveText(new RegExp(`Show ${all.toLocaleString('en')} jobs`));
  await sheet.getByRole('group', { name: 'Place of work' }).getByRole('checkbox').nth(1).check();
  await expect(show).not.toHaveText(new RegExp(`Show ${all.toLocaleString('en')} jobs`));
  const promised = Number((await show.innerText()).replace(/\D/g, ''));
  // The announcer of the page is inert while the dialog is open.
  await expect(sheet.getByRole('status').filter({ hasText: await show.innerText() })).toBeAttached();
  await sheet.getByRole('searchbox').first().fill('a');
  await expect(sheet.locator('[data-announcer]')).toContainText(/\d/);
  await expect(page.locator('#announcer')).toBeEmpty();
  await sheet.getByRole('searchbox').first().fill('');

  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const inside = await page.evaluate(() => {
      const { activeElement: focused, body } = document;
      return !focused || focused === body || focused.closest('dialog[open]') !== null;
    });
    expect(inside).toBe(true);
  }

  await show.click();
  await expect(sheet).toBeHidden();
  await expect.poll(() => total(page)).toBe(promised);
  await expect(page.locator('#announcer')).toContainText(String(promised));

  await page.locator('summary', { hasText: 'Filters' }).click();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('[SEARCH-12] the filter sheet updates the counts of other choices on each tick, and discards choices that were not applied', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs?search=manager'));
  const all = await total(page);
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  const open = () =>
    expect(async () => {
      if (!(await sheet.isVisible())) await page.locator('summary', { hasText: 'Filters' }).click();
      await expect(sheet).toBeVisible({ timeout: 500 });
    }).toPass();
  await open();
  const boxes = sheet.getByRole('group', { name: 'Place of work' }).getByRole('checkbox');
  const counts = sheet.getByRole('group', { name: 'Job type' }).locator('label small');
  const numbers = async () => (await counts.allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')));
  const before = await numbers();
  await boxes.nth(1).check();
  await expect.poll(async () => (await numbers()).every((count, index) => count <= before[index]!)).toBe(true);
  await expect.poll(numbers).not.toEqual(before);
  const narrowed = await numbers();
  const show = sheet.getByRole('button', { name: /^Show [\d,]+ jobs?$/ });
  await expect(show).not.toHaveText(new RegExp(`Show ${all.toLocaleString('en')} jobs`));

  await sheet.getByRole('button', { name: 'Close' }).click();
  await open();
  await expect(boxes.nth(1)).not.toBeChecked();
  expect(await numbers()).toEqual(before);
  await expect(show).toHaveText(new RegExp(`Show ${all.toLocaleString('en')} jobs`));

  await boxes.nth(1).check();
  await expect.poll(numbers).toEqual(narrowed);
  await show.click();
  await expect(sheet).toBeHidden();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await open();
  await expect(boxes.nth(1)).toBeChecked();
  expect((await numbers()).filter((count) => count > 0)).toEqual(narrowed.filter((count) => count > 0));
});

test('[SEARCH-12] showing all values of a facet in the sheet leaves choices ticked, and moves the focus to the new values', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs'));
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(async () => {
    await page.locator('summary', { hasText: 'Filters' }).click();
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  const ticked = sheet.getByRole('group', { name: 'Job type' }).getByRole('checkbox').first();
  await ticked.check();
  const more = sheet.locator('a[data-more]').first();
  const facet = (await more.getAttribute('data-more'))!;
  const group = sheet.locator(`fieldset:has(details[data-keep="${facet}"])`);
  const boxes = group.getByRole('checkbox');
  await group.locator('details > summary').click();
  await boxes.nth(10).check();
  const before = await boxes.count();
  await more.click();
  await expect(boxes.nth(before)).toBeFocused();
  await expect(ticked).toBeChecked();
  await expect(boxes.nth(10)).toBeChecked();
  expect(await boxes.count()).toBeGreaterThan(before);
  await boxes.nth(before).check();
  await sheet.getByRole('button', { name: /^Show [\d,]+ jobs?$/ }).click();
  await expect(page).toHaveURL(new RegExp(`${facet}=`));
  await expect(page).not.toHaveURL(/more=/);
});

test('[SEARCH-12] chips remove one filter, or all of them', async ({ page }) => {
  await page.goto(at('/jobs/full-time/remote?search=manager'));
  const narrowed = await total(page);
  await page.getByRole('link', { name: /remove.*remote/i }).click();
  await expect(page).toHaveURL(/\/jobs\/full-time\?search=manager/);
  await expect.poll(() => total(page)).toBeGreaterThan(narrowed);
});

test('[SEARCH-12] [PAGE-09] on a phone, removing the last chip opens no menu of the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs/full-time'));
  // The last of the page's scripts to start. Before, the chip is a plain link.
  await expect(page.locator('input[name="search"]')).toHaveRole('combobox');
  const chip = page.getByRole('link', { name: /remove.*full-time/i });
  await expect(chip).toHaveAttribute('href', '/jobs');
  await chip.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/jobs$/);
  await expect(page.locator('#found')).toBeFocused();
  await expect(page.locator('header details[open]')).toHaveCount(0);
});

test('[SEARCH-02] a facet of more than thirty values has a field to find one, which also finds text typed before the scripts are loaded', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  let release = (): void => undefined;
  const typed = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/**/*.js', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto(at('/jobs'), { waitUntil: 'commit' });
  const group = page
    .getByRole('group', { name: 'Organization' })
    .or(page.getByRole('group', { name: 'Company' }))
    .or(page.getByRole('group', { name: 'Employer' }))
    .first();
  const find = group.getByRole('searchbox');
  await expect(find).toBeVisible();
  const label = await group.locator('label').nth(3).innerText();
  const word = label.replace(/\s*[\d,]+$/, '').trim();
  await find.fill(word);
  await expect(group.locator('label:visible')).toHaveCount(8);
  release();
  await expect(group.locator('label', { hasText: word }).first()).toBeVisible();
  await expect(group.locator('label:visible')).not.toHaveCount(8);
});

test('[SEARCH-02] the field filters the values that are there if the others cannot be fetched, and fetches them later', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await hasSettled(page);
  const facet = (await page.locator('[data-facet-filter]').first().getAttribute('data-facet-filter'))!;
  const find = page.locator(`[data-facet-filter="${facet}"]`);
  const group = page.locator('fieldset', { has: find });
  const labels = group.locator('label:visible');
  await expect(labels).toHaveCount(8);
  const word = (await labels.nth(3).innerText()).replace(/\s*[\d,]+$/, '').trim();
  await page.route(/[?&]more=/, (route) => route.abort('connectionreset'));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('more='));
  await find.focus();
  await failed;
  await find.fill(word);
  await expect(labels.filter({ hasText: word }).first()).toBeVisible();
  await expect.poll(() => labels.count()).toBeLessThan(8);
  await page.unroute(/[?&]more=/);
  await page.getByLabel('What').focus();
  await find.focus();
  await expect(group.locator('a[data-more]')).toHaveCount(0);
  await find.fill('');
  await expect.poll(() => labels.count()).toBeGreaterThan(20);
});

test('[WCAG-01] a text typed to find a value of a facet, and the focus in it, stay when results arrive late', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs'));
  await hasSettled(page);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/jobs[/?]/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('checkbox', { name: /^Full-time/ }).check();
  const find = page.locator('[data-facet-filter]').first();
  const group = page.locator('fieldset', { has: page.locator('[data-facet-filter]') }).first();
  const labels = group.locator('label:visible');
  const word = (await labels.nth(3).innerText()).replace(/\s*[\d,]+$/, '').trim();
  await find.fill(word);
  release();
  await expect(page).toHaveURL(/full-time/);
  await expect(find).toHaveValue(word);
  await expect(find).toBeFocused();
  await expect.poll(() => labels.filter({ hasNotText: word }).count()).toBe(0);
});

test('[SEARCH-01] Escape closes the open job, and narrowing the search keeps it open', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs?search=manager'));
  await hasSettled(page);
  const all = await total(page);
  const [title] = await titles(page);
  const card = page.getByRole('link', { name: title!, exact: true }).first();
  await card.click();
  const job = page.locator('[data-region="pane"]').getByRole('heading', { name: title! });
  await expect(job).toBeVisible();
  await page.getByRole('checkbox', { name: /^Full-time/ }).check();
  await expect.poll(() => total(page)).toBeLessThan(all);
  await expect(page).toHaveURL(/jobId=\d+/);
  await expect(job).toBeVisible();

  await page.getByLabel('What').press('Escape');
  await expect(job).toBeVisible();
  await page.getByRole('checkbox', { name: /^Full-time/ }).press('Escape');
  await expect(page).not.toHaveURL(/jobId/);
  await expect(job).toHaveCount(0);
});
