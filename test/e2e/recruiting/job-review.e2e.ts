import { expect, type Page, test } from '@playwright/test';
import { SiteUnderTest } from '../../support/data/site';
import { jobsForReview, newEmployer } from '../../support/visitors/new-employer';
import { at, collectErrors, titles as shownTitles } from '../support/browser-site';
import { startSession } from '../support/demo-login';
import { expectSound } from '../support/sound-page';

const JOBS = 10;
const heading = (page: Page) => page.locator('main h1');

test('[REC-02] an editor reviews ten jobs by keyboard, once single-key shortcuts are enabled', async ({ page }) => {
  test.setTimeout(90_000);
  const errors = collectErrors(page);
  const stamp = Date.now().toString(36);
  const titles = Array.from({ length: JOBS }, (_none, index) => `Hive ${index} of ${stamp}`);
  const site = new SiteUnderTest(process.env.TEST_EMBEDDED!);
  const employer = await newEmployer(site, `Hives ${stamp}`, `hives-${stamp}@orchard.test`);
  const [first] = await jobsForReview(employer, titles);

  await startSession(page, 'editor');
  await page.goto(at('/admin/review-reasons'));
  await page.getByRole('textbox', { name: 'Title' }).fill(`Pay ${stamp}`);
  await page.getByRole('textbox', { name: 'Reason' }).fill(`Please state the pay ${stamp}.`);
  await page.getByRole('button', { name: 'Add reason' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The reason is saved.' })).toBeVisible();
  await expectSound(page, [{ width: 320 }]);

  await page.goto(at(`/admin/job?job=${first}`));
  await expect(page.locator('[data-fact="organization"]')).toContainText('New: added on');
  await expect(page.locator('[data-fact="jobs"]')).toContainText('This is the first job');
  await expectSound(page, [{ width: 1440, colorScheme: 'dark' }, { width: 320 }]);

  // Off by default, so that nothing is approved by accident.
  const keys = page.getByRole('checkbox', { name: 'Use single keys' });
  await expect(keys).not.toBeChecked();
  await page.keyboard.press('a');
  await page.keyboard.press('n');
  await expect(heading(page)).toHaveText(titles[0]!);
  await keys.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('n');
  await expect(heading(page)).toHaveText(titles[1]!);
  await expect(keys).toBeChecked();
  await page.keyboard.press('p');
  await expect(heading(page)).toHaveText(titles[0]!);
  await expect(keys).toBeChecked();

  // In a text field, the keys type letters. A saved reason is added to what was typed.
  await page.keyboard.press('s');
  const reason = page.getByLabel('What needs to change?');
  await expect(reason).toBeFocused();
  await page.keyboard.type('a nap, and:');
  await page.getByRole('link', { name: `Pay ${stamp}` }).focus();
  await page.keyboard.press('Enter');
  await expect(reason).toHaveValue(`a nap, and:\n\nPlease state the pay ${stamp}.`);
  await expect(reason).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'sent back' })).toBeVisible();

  for (const title of titles.slice(1)) {
    await expect(heading(page)).toHaveText(title);
    await expect(keys).toBeChecked();
    await page.keyboard.press('a');
    await expect(page.getByRole('status').filter({ hasText: 'The job is approved.' })).toBeVisible();
    await expect(heading(page)).not.toHaveText(title);
  }
  await page.goto(at(`/admin/all-jobs?title=${encodeURIComponent(stamp)}`));
  await page.locator('summary').filter({ hasText: 'Unpublish' }).first().click();
  await expectSound(page, [{ width: 320 }]);
  await page.goto(at(`/jobs?search=${encodeURIComponent(stamp)}`));
  expect((await shownTitles(page)).sort()).toEqual(titles.slice(1));
  expect(errors).toEqual([]);
});
