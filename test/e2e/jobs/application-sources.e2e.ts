import { expect, type Page } from '@playwright/test';
import { TestOpenIdProvider } from '../../support/servers/openid-provider.js';
import { DEMO_PASSWORD, HOSTS, startProduct } from '../../support/products.mjs';
import { at, collectErrors } from '../support/browser-site';
import { startSession } from '../support/demo-login';
import { test } from '../support/open-page';
import { expectSound } from '../support/sound-page';
import { QUESTION, strictForm } from '../support/strict-form';

const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA letter.') };
const ROW = '#numbers [data-source="search"] td';

/** @returns the numbers in the recruiter's row for the search: views, started applications, sent applications */
async function searchRow(recruiter: Page, list: string): Promise<number[]> {
  await recruiter.goto(at(list));
  const cells = await recruiter.locator(ROW).allInnerTexts();
  return cells.length > 0 ? cells.map(Number) : [0, 0, 0];
}

async function send(page: Page, lastName: string): Promise<void> {
  await page.getByLabel('First name').fill('Sue');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email address').fill(`${lastName.toLowerCase()}@sources.test`);
  await page.getByLabel(QUESTION).fill('At once');
  await page.getByLabel('Cover letter').fill('I cook for many.');
  await page.locator('input[type="file"]').setInputFiles(PDF);
  await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
  await page.getByRole('button', { name: 'Send application' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
}

test('[REC-03] [APP-01] an applicant who found the job by searching is counted in the row of the search, from its page and from the list', async ({
  openPage,
}) => {
  test.setTimeout(120_000);
  const recruiter = await openPage();
  const form = await strictForm();
  await startSession(recruiter, 'recruiter');
  const job = form.replace('/apply/', '/job/');
  const list = `/applications/${form.split('/')[2]!}`;
  await recruiter.goto(at(job));
  const title = await recruiter.getByRole('heading', { level: 1 }).innerText();
  const before = await searchRow(recruiter, list);
  const results = at(`/jobs?search=${encodeURIComponent(`"${title}"`)}`);
  const link = `[data-region="results"] a[href^="${job}"]`;

  // On a phone a job opens as a separate page, whose script adds the source to its link.
  const phone = await openPage({ viewport: { width: 390, height: 844 } });
  const errors = collectErrors(phone);
  await phone.goto(results);
  await phone.locator(link).first().click();
  await phone.waitForURL(`**${job}*`);
  const apply = phone.locator(`main a[href="${form}?source=search"]`);
  await expect(apply).toBeVisible();
  await apply.click();
  await phone.waitForURL(`**${form}?source=search`);
  await send(phone, 'Phone');
  // The browser stores nothing about the source.
  const kept = await phone.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  expect(kept).not.toContain('source');

  // On a desktop screen it opens next to the list, and its link names the same source.
  const desk = await openPage({ viewport: { width: 1440, height: 900 } });
  await desk.goto(results);
  await desk.locator(link).first().click();
  await desk.locator(`aside a[href="${form}?source=search"]`).click();
  await send(desk, 'Desk');

  await expect(async () => {
    const [views = 0, started = 0, sent = 0] = await searchRow(recruiter, list);
    expect([views - before[0]!, started - before[1]!, sent - before[2]!]).toEqual([2, 2, 2]);
  }).toPass({ timeout: 30_000 });
  await expectSound(recruiter, [{ width: 1440 }, { width: 820 }, { width: 390 }, { width: 320 }]);
  expect(errors).toEqual([]);
});

/** Opens the page of a job with an application form by a link of the search page, on a phone, which shows no job next to the list. */
async function openFromSearch(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/jobs`);
  const paths = await page
    .locator('[data-region="results"] h2 a[href*="/job/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  for (const path of paths) {
    const html = await page.evaluate(async (address) => (await fetch(address)).text(), path);
    if (!html.includes('data-apply-way')) continue;
    await page.locator(`[data-region="results"] h2 a[href^="${path}"]`).click();
    await page.waitForURL(`**${path}*`);
    return path;
  }
  throw new Error('no job of the first page has a form');
}

const login = (page: Page) => page.locator('header a[data-login]');
const apply = (page: Page) => page.locator('main a[data-apply-way]');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[AUTH-15] [REC-03] logging in by the header of a job’s page keeps the source', async ({ page }) => {
    const origin = at('');
    const path = await openFromSearch(page, origin);
    const form = path.replace('/job/', '/apply/');
    await expect(apply(page)).toHaveAttribute('href', `${form}?source=search`);
    await login(page).click();
    await page.locator('#field-email').fill('editor@demo.causeboard.test');
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL(`**${path}?source=search`);
    await expect(page.locator('[data-account-menu]')).toBeVisible();
    await expect(apply(page)).toHaveAttribute('href', `${form}?source=search`);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    expect(kept).not.toContain('source');
  });

  test('[AUTH-08] [REC-03] logging in at another service does not count as coming from another website', async ({
    openPage,
  }) => {
    test.setTimeout(180_000);
    const provider = await TestOpenIdProvider.start();
    const product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      ...provider.settings,
    });
    try {
      const origin = `http://${HOSTS['charity-ca']}:${new URL(product.url).port}`;
      provider.serve(origin);
      const { sub } = provider.add({ sub: 'sue', email: 'sue@sources.test', email_verified: true, given_name: 'Sue' });
      const logInThere = async (page: Page) => {
        await login(page).click();
        await page.getByRole('button', { name: 'Continue with Google' }).click();
        await page.getByLabel('Account').fill(sub);
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.waitForURL((url) => url.origin === origin);
        await expect(page.locator('[data-account-menu]')).toBeVisible();
      };
      const first = await openPage({ viewport: { width: 390, height: 844 } });
      const path = await openFromSearch(first, origin);
      const form = path.replace('/job/', '/apply/');
      await expect(apply(first)).toHaveAttribute('href', `${form}?source=search`);
      await logInThere(first);
      expect(first.url()).toBe(`${origin}${path}?source=search`);
      await expect(apply(first)).toHaveAttribute('href', `${form}?source=search`);

      // An unknown source is still unknown afterwards.
      const second = await openPage({ viewport: { width: 390, height: 844 } });
      await second.goto(origin + path, { referer: origin + path });
      await expect(login(second)).toHaveAttribute('href', /source%3Dunknown/);
      await logInThere(second);
      expect(second.url()).toBe(`${origin}${path}?source=unknown`);
      await second.waitForLoadState('networkidle');
      await expect(apply(second)).toHaveAttribute('href', form);
    } finally {
      await product.stop();
      await provider.stop();
    }
  });
});
