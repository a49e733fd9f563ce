import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { logIn, startSession } from '../support/demo-login';
import { axeViolations, expectSound, type View } from '../support/sound-page';

const VIEWS: readonly View[] = [
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

/** Checks a page at the widths of a phone, a tablet and a desktop screen. */
async function isSound(page: Page, path: string): Promise<void> {
  await page.goto(at(path));
  await expectSound(page, VIEWS);
}

/** Path of the page of a demo account, for a logged-in administrator. */
async function userPath(page: Page, name: string): Promise<string> {
  await page.goto(at(`/admin/users?search=${name}%40demo`));
  return (await page.locator('tbody a').first().getAttribute('href'))!;
}

test.describe('pages that other tests do not check', () => {
  // Each test checks several pages.
  test.describe.configure({ timeout: 180_000 });

  test('[AUTH-09] [APP-08] targets of links in mails, and error pages: no axe violations, no overflow', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    for (const path of [
      '/user/confirm-email?token=x',
      '/user/confirm-email',
      '/user/link-identity?token=x',
      '/user/link-identity',
      '/user/error?error=OAuthAccountNotLinked',
    ])
      await isSound(page, path);
    expect(errors).toEqual([]);
  });

  test('[ROLE-01] [PAGE-08] pages of administrators: no axe violations, no overflow', async ({ page }) => {
    const errors = collectErrors(page);
    await logIn(page, 'admin');
    const user = await userPath(page, 'applicant');
    for (const path of [
      '/admin/users',
      user,
      `${user}?notice=roles`,
      '/admin/audit',
      '/admin/audit?user=nobody%40people.test&action=job&kind=job&record=1&from=2026-01-01&to=2026-12-31',
      '/admin/organizations',
      '/admin/organization/merge?organization=1&search=a',
      '/admin/organization/merge?organization=1&into=2',
      '/user/masquerade',
    ])
      await isSound(page, path);
    await page.goto(at(user));
    await expect(page.locator('[data-account-form][data-awake]').first()).toBeAttached();
    await page.locator('#block button:not([type="button"])').click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
  });

  test('[AUTH-14] the warning while acting as another user, open and closed: no axe violations', async ({ page }) => {
    const errors = collectErrors(page);
    await startSession(page, 'admin');
    await page.goto(at(await userPath(page, 'applicant')));
    await page.locator('#masquerade button').click();
    await page.waitForURL('**/dashboard*');
    await expect(page.getByText('You are logged in as a masqueraded user.')).toBeVisible();
    expect(await sessionOf(page.context())).toMatchObject({
      masqueraded: true,
      user: { email: 'applicant@demo.causeboard.test' },
    });
    for (const path of ['/dashboard', '/user/masquerade', '/user/settings', '/resume']) await isSound(page, path);
    // Actions reserved for the person are not offered.
    await expect(page.getByRole('link', { name: 'Edit your resume' })).toBeVisible();
    await expect(page.getByText('Delete this resume')).toHaveCount(0);
    await expect(page.locator('a[download]')).toHaveCount(0);
    await page.locator('[data-masquerade] summary').click();
    await expect(page.getByText('You are logged in as a masqueraded user.')).toBeHidden();
    expect(await axeViolations(page)).toEqual([]);
    await page.locator('[data-masquerade] summary').click();
    await page.getByRole('button', { name: 'Return to my account' }).first().click();
    await page.waitForURL('**/admin/users*');
    expect(await sessionOf(page.context())).toMatchObject({
      masqueraded: false,
      user: { email: 'admin@demo.causeboard.test' },
    });
    expect(errors).toEqual([]);
  });
});

async function sessionOf(context: BrowserContext): Promise<object> {
  return (await (await context.request.get(at('/api/auth/session'))).json()) as object;
}
