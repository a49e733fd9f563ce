import { expect, type Page, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { logIn } from '../support/demo-login';
import { expectSound } from '../support/sound-page';

/** Path of the link in the newest mail to an address. */
async function linkOfMail(page: Page, email: string): Promise<string> {
  const mail = page.locator('li', { hasText: email }).locator('a').first();
  await expect(async () => {
    await page.goto(at('/dev/mailbox'));
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  const path = (await mail.getAttribute('href'))!;
  await page.goto(at(`${path}/html`));
  return (await page.locator('a[href*="/alert?token="]').first().getAttribute('href'))!.replace(
    /^https?:\/\/[^/]+/,
    '',
  );
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'with scripts off', () => {
    test.use({ javaScriptEnabled });

    test('[APP-06] a visitor without an account creates an alert from a search, confirms it and ends it', async ({
      page,
    }) => {
      const email = `alert-${Date.now()}-${javaScriptEnabled}@people.test`;
      await page.goto(at('/jobs?search=coordinator'));
      await page.locator('#results').getByRole('link', { name: 'Email me new jobs like these' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get new jobs by email');
      await expect(page.locator('#search')).toContainText('coordinator');
      await expect(page.getByLabel('How often?')).toHaveValue('864000');
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('How often?').selectOption('Every week');
      await page.getByRole('button', { name: 'Create alert' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
      await page.goto(at(await linkOfMail(page, email)));
      await page.getByRole('button', { name: 'Yes, start this alert' }).click();
      await expect(page.locator('main').getByRole('status')).toContainText('Thank you');
      await expect(page.getByRole('button', { name: 'Yes, start this alert' })).toHaveCount(0);
      await expect(page.getByLabel('How often?')).toHaveValue('604800');
      await page.getByLabel('How often?').selectOption('Every day');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.locator('main').getByRole('status')).toContainText('Saved');
      await page.getByRole('button', { name: 'End this alert' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('The alert has ended');
    });
  });
}

test('[APP-06] [APP-07] pages of alerts pass axe at every width: the form, its confirmation, the page of a mailed link, an invalid link', async ({
  page,
}) => {
  // Checks the page with axe at every width.
  test.slow();
  const errors = collectErrors(page);
  const email = `sound-${Date.now()}@people.test`;
  await page.goto(at('/jobs?search=zzqqxx'));
  await page.locator('#results').getByRole('link', { name: 'Email me when there’s a match' }).click();
  await expect(page.locator('#search')).toContainText('zzqqxx');
  await expectSound(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox');
  await expectSound(page);
  await page.goto(at(await linkOfMail(page, email)));
  await expectSound(page);
  expect(errors).toEqual([]);
  await page.goto(at('/alert?token=none'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await expectSound(page);
});

test('[APP-07] [REC-10] alerts are listed on their owner’s dashboard and are changed and ended there', async ({
  page,
}) => {
  // Checks the page with axe at every width.
  test.slow();
  const errors = collectErrors(page);
  await logIn(page, 'applicant');
  await expect(page.locator('#alerts li')).not.toHaveCount(0);
  await expectSound(page);
  const words = `zz${Date.now()}`;
  await page.goto(at(`/job-alert?search=${words}`));
  await expect(page.getByText('Emails go to applicant@demo.causeboard.test.')).toBeVisible();
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByText('Your alert is set up.')).toBeVisible();
  await expectSound(page);
  await page.goto(at('/dashboard'));
  await page.getByRole('link', { name: `Change or end: ${words}` }).click();
  await page.getByLabel('How often?').selectOption('Every day');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'End this alert' }).click();
  await expect(page.getByText('The alert has ended')).toBeVisible();
  await expect(page.locator('#alerts')).not.toContainText(words);
  expect(errors).toEqual([]);
});

test('[APP-06] creating an alert again keeps its frequency, and leads to the alert', async ({ page, context }) => {
  await logIn(page, 'applicant');
  const form = at(`/job-alert?search=zz${Date.now()}`);
  const other = await context.newPage();
  await other.goto(form);
  await page.goto(form);
  await page.getByLabel('How often?').selectOption('Every day');
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByText('Your alert is set up.')).toBeVisible();
  await other.getByRole('button', { name: 'Create alert' }).click();
  await expect(other.getByText('You already have this alert.')).toBeVisible();
  await expect(other.getByLabel('How often?')).toHaveValue('86400');
  await page.goto(form);
  await expect(page).toHaveURL(/\/job-alert\/edit\//);
  await expect(page.getByText('You already have this alert.')).toBeVisible();
  await expect(page.getByLabel('How often?')).toHaveValue('86400');
  await page.getByRole('button', { name: 'End this alert' }).click();
  await expect(page.getByText('The alert has ended')).toBeVisible();
});

test('[REC-10] a recruiter creates an alert from a resume search', async ({ page }) => {
  // Checks the page with axe at every width.
  test.slow();
  await logIn(page, 'recruiter');
  await expect(page.locator('#alerts li')).not.toHaveCount(0);
  await page.goto(at('/resumes?search=nurse'));
  await page.locator('#results').getByRole('link', { name: 'Email me new resumes like these' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get new resumes by email');
  await expectSound(page);
  await page.getByLabel('How often?').selectOption('Every month');
  await page.getByRole('button', { name: 'Create alert' }).click();
  await expect(page).toHaveURL(/\/resume-alert\/edit\/[0-9a-f-]{36}/);
  await expectSound(page);
  await page.getByRole('button', { name: 'End this alert' }).click();
  await expect(page.getByText('The alert has ended')).toBeVisible();
});
