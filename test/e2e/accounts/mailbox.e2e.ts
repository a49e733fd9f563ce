import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function violationsOf(page: Page, tags?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (tags ? axe.withTags(tags) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
}

test('the mailbox shows an accessible mail whose link works', async ({ page, request }) => {
  test.slow();
  const email = `mailbox-${Date.now()}@example.org`;
  const input = `{ role: applicant, email: "${email}", password: "a long enough passphrase", consent: true }`;
  await request.post(`${process.env.TEST_BACKEND!}/graphql`, {
    headers: { 'x-causeboard-frontend': 'default; locale=en' },
    data: { query: `mutation { registerUser(input: ${input}) { errors { message } } }` },
  });
  const errors = collectErrors(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(async () => {
      await page.goto(at('/dev/mailbox'));
      await expect(page.getByText(email)).toBeVisible({ timeout: 500 });
    }).toPass();
    const open = page.getByRole('listitem').filter({ hasText: email }).getByRole('link');
    expect(await violationsOf(page)).toEqual([]);
    await open.click();
    const mail = page.frameLocator('iframe');
    await expect(mail.getByRole('heading', { name: 'Welcome to Causeboard' })).toBeVisible();
    await expect(page.getByTitle('The mail as HTML')).toBeVisible();
    const html = await (await request.get(`${page.url()}/html`)).text();
    // No script runs in the frame, so axe cannot check it from here: page and mail are checked separately.
    await page.locator('iframe').evaluate((frame) => frame.remove());
    expect(await violationsOf(page)).toEqual([]);
    await page.goto('about:blank');
    await page.setContent(html);
    // Landmarks belong to the mail program around the mail.
    expect(await violationsOf(page, WCAG)).toEqual([]);
  }
  expect(errors).toEqual([]);
  await page.goto(at('/dev/mailbox'));
  await page.getByRole('listitem').filter({ hasText: email }).getByRole('link').click();
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' }).click();
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/user\/verify\?token=/);
});
