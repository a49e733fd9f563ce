import { expect, test } from '@playwright/test';
import { at, collectErrors, type SiteName } from '../support/browser-site';
import { axeViolations } from '../support/sound-page';

const SITES: SiteName[] = ['default', 'charity-ca'];
const PATHS = [
  '/user/login',
  '/user/login?error=OAuthAccountNotLinked',
  '/user/register',
  '/user/register/applicant',
  '/user/register/recruiter',
  '/user/check-mail?reason=register',
  '/user/reset-password',
  '/user/reset-password?token=x',
  '/user/verify?token=x',
  '/user/error?error=SessionRequired',
];

for (const site of SITES) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`${site}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled });
      for (const path of PATHS) {
        test(`[AUTH-03] [AUTH-11] [AUTH-12] ${path}: axe finds nothing, nothing overflows, targets are large`, async ({
          page,
        }) => {
          const errors = collectErrors(page);
          await page.goto(at(path, site));
          for (const width of [390, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light', reducedMotion: 'reduce' });
            if (javaScriptEnabled) {
              expect({ width, faults: await axeViolations(page) }).toEqual({ width, faults: [] });
            }
            const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
            expect({ width, overflow }).toEqual({ width, overflow: 0 });
            for (const button of await page.locator('main button:visible').all())
              expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(40);
          }
          expect(errors).toEqual([]);
        });
      }
    });
  }
}

test('[AUTH-03] errors can be reached by keyboard, and the page with errors passes axe', async ({ page }) => {
  await page.goto(at('/user/register/applicant'));
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Create account' }).press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('#field-firstName')).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
});

test('[VALID-02] the consent is validated at each change', async ({ page }) => {
  await page.goto(at('/user/register/applicant'));
  const consent = page.locator('#field-consent');
  const error = page.locator('#field-consent-error');
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await consent.check();
  await expect(error).toBeEmpty();
  await consent.uncheck();
  await expect(error).toHaveText('Please accept the terms and conditions');
  await consent.check();
  await expect(error).toBeEmpty();
});

test('[VALID-03] browser and server report the same errors for the same input', async ({ page, browser }) => {
  const fill = async (target: typeof page) => {
    await target.goto(at('/user/register/recruiter'));
    await target.locator('#field-email').fill('ada@nowhere');
    await target.locator('#field-password').fill('short');
  };
  const said = (target: typeof page) => target.locator('main [id$="-error"]').allTextContents();
  await fill(page);
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toHaveCount(1);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await fill(plain);
  const csrfToken = await plain.locator('input[name="csrfToken"]').first().getAttribute('value');
  const answer = await context.request.post(at('/user/register/recruiter'), {
    form: { csrfToken: csrfToken!, email: 'ada@nowhere', password: 'short' },
  });
  await plain.setContent(await answer.text());
  expect(await said(plain)).toEqual(await said(page));
  await context.close();
});
