import { expect, test, type Page } from '@playwright/test';
import { at, collectErrors, hasSettled, total } from '../support/browser-site';

const pay = (page: Page) => page.getByRole('group', { name: 'Pay' });
const published = (page: Page) => page.getByRole('group', { name: 'Date posted' });

async function countOf(page: Page, name: RegExp): Promise<number> {
  const label = page.locator('label', { has: page.getByRole('radio', { name }) });
  return Number((await label.locator('small').innerText()).replace(/\D/g, ''));
}

test('[SEARCH-09] pay and date narrow the list in place, by mouse and keyboard, and chips remove them', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto(at('/jobs?search=manager'));
  const all = await total(page);
  const expected = await countOf(page, /^At least .*50,000/);
  await pay(page)
    .getByRole('radio', { name: /^At least .*50,000/ })
    .check();
  await expect.poll(() => total(page)).toBe(expected);
  await expect(page).toHaveURL(/pay=50000/);
  await expect(page.getByText('Jobs that don’t state their pay are left out.', { exact: true })).toBeVisible();
  await hasSettled(page);

  // The focus stays on the option, so that the arrow keys continue from there.
  await expect(pay(page).getByRole('radio', { name: /^At least .*50,000/ })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/pay=40000/);
  await hasSettled(page);

  await published(page)
    .getByRole('radio', { name: /^Last 14 days/ })
    .check();
  await expect(page).toHaveURL(/published=14/);
  await hasSettled(page);
  await page.getByRole('link', { name: /^Remove filter: At least/ }).click();
  await expect(page).not.toHaveURL(/pay=/);
  await expect(pay(page).getByRole('radio', { name: 'Any' })).toBeChecked();
  await published(page).getByRole('radio', { name: 'Any' }).check();
  await expect.poll(() => total(page)).toBe(all);
  expect(new URL(page.url()).search).toBe('?search=manager');
  expect(errors).toEqual([]);
});

test('[SEARCH-12] on a phone the sheet counts and applies them, and nothing is wider than the screen', async ({
  page,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(at('/jobs', 'europe'));
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(async () => {
      if (!(await sheet.isVisible())) await page.locator('summary', { hasText: 'Filters' }).click();
      await expect(sheet).toBeVisible({ timeout: 500 });
    }).toPass();
    const language = sheet.getByRole('group', { name: 'Language of the job' });
    await language.getByRole('checkbox', { name: /^German/ }).check();
    await sheet
      .getByRole('group', { name: 'Pay' })
      .getByRole('radio', { name: /30,000/ })
      .check();
    const show = sheet.getByRole('button', { name: /^Show [\d,]+ jobs?$/ });
    const before = await show.innerText();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ width, overflow: Math.max(overflow, 0) }).toEqual({ width, overflow: 0 });
    await expect(show).not.toHaveText(/^Show 0/);
    await expect.poll(() => show.innerText()).not.toBe('');
    expect(before).toMatch(/^Show/);
    await show.click();
    await expect(page).toHaveURL(/pay=30000/);
    await expect(page).toHaveURL(/language=de/);
    await hasSettled(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ width, overflow: Math.max(wide, 0) }).toEqual({ width, overflow: 0 });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[SEARCH-10] they are submitted with the form, and removed by chips', async ({ page }) => {
    await page.goto(at('/jobs'));
    const all = await total(page);
    const expected = await countOf(page, /^At least .*60,000/);
    await pay(page)
      .getByRole('radio', { name: /^At least .*60,000/ })
      .check();
    await page.getByRole('button', { name: 'Apply filters' }).first().click();
    await expect(page).toHaveURL(/pay=60000/);
    expect(await total(page)).toBe(expected);
    await expect(page.getByText('Jobs that don’t state their pay are left out.', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: /^Remove filter: At least/ }).click();
    expect(await total(page)).toBe(all);
  });

  for (const [language, texts] of Object.entries({
    de: ['Gehalt', /^Ab 30\.000\s€ pro Jahr/, 'Veröffentlicht', /^Letzte 7 Tage/],
    fr: ['Rémunération', /^Au moins 30\s000\s€ par an/, 'Date de publication', /^7 derniers jours/],
  } as const)) {
    test(`[I18N-03] they are translated into ${language}, with the usual format of money`, async ({ page }) => {
      await page.goto(at(`/${language}/jobs`, 'europe'));
      const [payName, amount, dateName, days] = texts;
      await expect(page.getByRole('group', { name: payName }).getByRole('radio', { name: amount })).toBeVisible();
      await expect(page.getByRole('group', { name: dateName }).getByRole('radio', { name: days })).toBeVisible();
    });
  }
});
