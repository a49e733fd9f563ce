import { type BrowserContext, expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { logIn, startSession } from '../support/demo-login';
import { axeViolations } from '../support/sound-page';

const PAGES = {
  applicant: ['/dashboard', '/user/settings', '/resume/contacts'],
  recruiter: ['/dashboard', '/user/settings', '/user/organization', '/contact-credits'],
  admin: ['/dashboard', '/admin/users', '/admin/users?search=nobody-at-all', '/admin/audit'],
};

async function setExpanded(context: BrowserContext, role: string): Promise<void> {
  await context.addInitScript((key) => localStorage.setItem(key, 'expanded'), `sidenav-${role}`);
}

for (const [name, paths] of Object.entries(PAGES)) {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`${name}, scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled });
      for (const path of paths) {
        test(`[ROLE-01] [APP-08] ${path}: axe finds nothing, nothing overflows`, async ({ page }) => {
          const errors = collectErrors(page);
          await startSession(page, name);
          await page.goto(at(path));
          for (const width of [390, 820, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            await page.emulateMedia({ colorScheme: width === 820 ? 'dark' : 'light', reducedMotion: 'reduce' });
            const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
            expect({ width, overflow }).toEqual({ width, overflow: 0 });
            if (javaScriptEnabled) expect({ width, faults: await axeViolations(page) }).toEqual({ width, faults: [] });
          }
          expect(errors).toEqual([]);
        });
      }
    });
  }
}

test('[PAGE-03] the sidenav opens by the keyboard, is remembered for its role, and nothing shifts', async ({
  page,
}) => {
  await logIn(page, 'applicant');
  const summary = page.locator('[data-sidenav] summary');
  await expect(summary).toHaveAttribute('aria-expanded', 'false');
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(summary).toHaveAttribute('aria-expanded', 'true');
  expect(await axeViolations(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => [localStorage['sidenav-applicant'], localStorage['sidenav-recruiter']] as string[]))
    .toEqual(['expanded', undefined]);
  await page.addInitScript(() => {
    const shifts: number[] = ((window as unknown as { shifts: number[] }).shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(at('/user/settings'));
  await expect(page.locator('[data-sidenav] a[aria-current="page"]')).toBeVisible();
  const shifted = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(shifted).toBeLessThan(0.01);
});

test('[PAGE-03] the sidenav opened by one role stays closed for the others', async ({ page, context }) => {
  await setExpanded(context, 'applicant');
  await page.goto(at('/user/login'));
  await expect(page.locator('[data-sidenav="sidenav-anonymous"] summary')).toHaveAttribute('aria-expanded', 'false');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[PAGE-03] [AUTH-14] the sidenav opens, an administrator acts as a user, closes the warning and returns', async ({
    page,
  }) => {
    await logIn(page, 'admin');
    await page.locator('[data-sidenav] summary').click();
    await page.locator('[data-sidenav]').getByRole('link', { name: 'Users' }).click();
    await page.getByLabel('Name or email address').fill('recruiter@demo');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('tbody a').click();
    await page.locator('#masquerade button').click();
    await page.waitForURL('**/dashboard#main');
    const warning = page.getByText('You are logged in as a masqueraded user.');
    await expect(warning).toBeVisible();
    await page.locator('[data-masquerade] summary').click();
    await expect(warning).toBeHidden();
    await page.locator('[data-masquerade] summary').click();
    await page.getByRole('button', { name: 'Return to my account' }).click();
    await page.waitForURL('**/admin/users');
    await expect(warning).toHaveCount(0);
  });
});
