import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { logIn } from '../support/demo-login';
import { test } from '../support/open-page';

// The tests share the demo applicant's account.
test.describe.configure({ mode: 'serial' });

/** Removes all saved jobs of the account. */
async function forgetAll(page: Page): Promise<void> {
  const ask = (operationName: string, variables: object) =>
    page.evaluate(
      async (body) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<{
          data: { bookmarkedJobs: { id: string }[] };
        }>;
      },
      { operationName, variables, query: '', locale: 'en' },
    );
  const { data } = await ask('BookmarkedJobs', {});
  await ask('ChangeBookmarks', { add: [], remove: data.bookmarkedJobs.map(({ id }) => id) });
}

test.beforeEach(async ({ openPage }) => {
  const page = await openPage();
  await logIn(page, 'applicant');
  await forgetAll(page);
  await page.context().close();
});

const count = (page: Page) => page.locator('header [data-saved="count"]');
const save = (page: Page, place: number) =>
  page.locator('[data-region="results"] li:has(> [data-save])').nth(place).locator('[data-save]');

test('[APP-05] [APP-07] saved jobs are copied to the account at login, and are available on other devices', async ({
  page,
  openPage,
}) => {
  const errors = collectErrors(page);
  // Not every job has a closing date, and fully remote jobs have no place.
  await page.goto(at('/jobs?closing=30'));
  const placed = page.locator('[data-region="results"] li:has(> [data-save])').filter({ hasNotText: /Remote/ });
  await placed.nth(0).locator('[data-save]').click();
  await placed.nth(1).locator('[data-save]').click();
  await expect(count(page)).toHaveText('2');

  await logIn(page, 'applicant');
  const panel = page.locator('#bookmarks');
  // The entries appear without a reload, although the page was rendered before they were copied from the device.
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(count(page)).toHaveText('2');
  await page.reload();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByRole('listitem').first()).toContainText(/\S · \S/);
  await page.getByRole('button', { name: /^Saved/ }).click();
  // Employer, place and closing date, as stored in the account.
  await expect(page.locator('#saved-jobs li small').first()).toHaveText(/\S · \S.* · closes on \w+ \d+, \d{4}$/);
  await page.locator('#saved-jobs [data-saved="close"]').click();
  const { violations } = await new AxeBuilder({ page }).include('#bookmarks').analyze();
  expect(violations).toEqual([]);

  const other = await openPage();
  await logIn(other, 'applicant');
  await expect(count(other)).toHaveText('2');
  await other.getByRole('button', { name: /^Saved/ }).click();
  const dialog = other.getByRole('dialog', { name: 'Saved in your account' });
  await dialog
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(dialog.getByRole('link')).toHaveCount(1);
  await expect(async () => {
    await page.reload();
    await expect(panel.getByRole('listitem')).toHaveCount(1, { timeout: 500 });
  }).toPass();
  expect(errors).toEqual([]);
});

test('[APP-05] [ROUTE-09] saved jobs of an account open in the language of the page', async ({ page }) => {
  await logIn(page, 'applicant', 'europe', '/de');
  await forgetAll(page);
  await page.evaluate(() => localStorage.clear());
  await page.goto(at('/de/jobs', 'europe'));
  const card = page.locator('[data-region="results"] li:has(> [data-save])').first();
  const title = await card.locator('h2 a').innerText();
  const address = (await card.locator('h2 a').getAttribute('href'))!;
  expect(address).toMatch(/^\/de\//);
  await card.locator('[data-save]').click();
  const item = page.locator('#saved-jobs li');
  await page.getByRole('button', { name: /^Gemerkt/ }).click();
  await expect(item.getByRole('link')).toHaveAttribute('href', address);
  const stored = () => page.evaluate(() => localStorage.getItem('saved-jobs'));
  // Sent by the account, without a language.
  await expect.poll(stored).toContain('"path":"/job/');
  await expect(item.getByRole('link')).toHaveAttribute('href', address);
  await page.goto(at('/fr/emploi', 'europe'));
  await page.getByRole('button', { name: /^Enregistrées/ }).click();
  await item.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/fr\//);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  // A job that is saved without an account keeps its address.
  await expect(async () => {
    // The answer to a request of the last page may set the cookie of the session again.
    await page.context().clearCookies();
    await page.goto(at('/fr/emploi', 'europe'));
    await expect(count(page)).toBeEmpty({ timeout: 1000 });
  }).toPass();
  await save(page, 0).click();
  await page.getByRole('button', { name: /^Enregistrées/ }).click();
  await expect(item.getByRole('link')).toHaveAttribute('href', (await card.locator('h2 a').getAttribute('href'))!);
});

test('[APP-05] the list of saved jobs says which are closed', async ({ page }) => {
  await logIn(page, 'applicant');
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"closed":false', '"closed":true') });
  });
  await page.goto(at('/jobs'));
  await save(page, 0).click();
  await page.getByRole('button', { name: /^Saved/ }).click();
  await expect(page.locator('#saved-jobs li small')).toHaveText(/ · Closed$/);
});

test('[APP-05] a page that is still open changes nothing in the list of the next person who logs in', async ({
  page,
  context,
}) => {
  await logIn(page, 'applicant');
  await page.goto(at('/jobs'));
  const next = await context.newPage();
  await next.goto(at('/user/logout'));
  await logIn(next, 'recruiter');
  await next.goto(at('/jobs'));
  const owner = () => page.evaluate(() => localStorage.getItem('saved-jobs-account'));
  const first = await page.locator('[data-session-notice]').getAttribute('data-session-notice');
  await expect.poll(owner).not.toBe(first);
  await expect(count(next)).toBeEmpty();
  const answered = page.waitForResponse('**/graphql');
  await save(page, 0).click();
  expect(await (await answered).text()).toContain('FORBIDDEN');
  await next.reload();
  await expect.poll(owner).toMatch(/./);
  await expect(count(next)).toBeEmpty();
});

test('[APP-05] clicks without a connection are sent later, and nothing stays on the device after logout', async ({
  page,
  context,
}) => {
  await logIn(page, 'applicant');
  await page.goto(at('/jobs'));
  await context.setOffline(true);
  await save(page, 0).click();
  await expect(save(page, 0)).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(false);
  await expect(async () => {
    await page.goto(at('/dashboard'));
    await expect(page.locator('#bookmarks').getByRole('listitem')).toHaveCount(1, { timeout: 500 });
  }).toPass();

  await context.clearCookies();
  await page.goto(at('/jobs'));
  await expect(count(page)).toBeEmpty();
  expect(await page.evaluate(() => localStorage.getItem('saved-jobs'))).toBe('[]');
});
