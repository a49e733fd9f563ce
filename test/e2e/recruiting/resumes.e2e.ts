import { expect, test } from '@playwright/test';
import { at, collectErrors, hasSettled, total } from '../support/browser-site';
import { logIn, startSession } from '../support/demo-login';
import { expectSound, type View } from '../support/sound-page';

const VIEWS: View[] = [{ width: 1440, colorScheme: 'light' }, { width: 820, colorScheme: 'dark' }, { width: 390 }];

for (const [site, home, list] of [
  ['default', '', '/resumes'],
  ['charity-ca', '', '/resumes'],
  ['uk', '', '/cvs'],
  ['europe', '/de', '/bewerbersuche'],
] as const) {
  test(`[SEARCH-08] ${site}: the list, a resume and an empty search have no axe violations`, async ({ page }) => {
    const errors = collectErrors(page);
    await logIn(page, 'recruiter', site, home);
    for (const query of ['?search=zzyzxqwv', '?search=team&why=1']) {
      await page.goto(at(home + list + query, site), { waitUntil: 'networkidle' });
      await expectSound(page, VIEWS);
    }
    await page.locator('[data-region="results"] > ol h2 a').first().click();
    await page.waitForURL(/\/(resume|cv|lebenslauf)\//);
    await expectSound(page, VIEWS);
    expect(errors).toEqual([]);
  });
}

test('[ROLE-05] the owner’s resume, and the page that applicants get instead of the search, at every width', async ({
  page,
}) => {
  await logIn(page, 'applicant');
  for (const path of ['/resume', '/resumes']) {
    await page.goto(at(path));
    await expectSound(page, VIEWS);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find people by their resumes');
  await page.getByRole('link', { name: 'See your resume' }).click();
  await expect(page).toHaveURL(at('/resume'));
});

test('[SEARCH-12] [SEARCH-08] filters change the list in place, are announced, and can be removed', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await startSession(page, 'recruiter');
  await page.goto(at('/resumes'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  const all = await total(page);
  await page.getByRole('group', { name: 'Skills' }).getByRole('checkbox').first().check();
  await expect(page).toHaveURL(/\/resumes\?skill=\d+$/);
  await hasSettled(page);
  const some = await total(page);
  expect(some).toBeLessThan(all);
  await expect(page.locator('#announcer')).toContainText(/resumes/);
  await page.getByRole('group', { name: 'Skills' }).getByRole('checkbox').nth(1).check();
  await expect(page).toHaveURL(/skill=\d+&skill=\d+$/);
  await hasSettled(page);
  expect(await total(page)).toBeGreaterThan(some);
  await page.getByRole('link', { name: 'Clear all filters' }).click();
  await expect(page).toHaveURL(/\/resumes$/);
  await hasSettled(page);
  expect(await total(page)).toBe(all);
  expect(errors).toEqual([]);
});

for (const [path, things] of [
  ['/resumes', 'resumes'],
  ['/organizations', 'organizations'],
] as const) {
  test(`[SEARCH-12] on a phone the sheet of ${path} updates counts on each tick, by keyboard`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await startSession(page, 'recruiter');
    await page.goto(at(path));
    await expect(page.locator('[data-in-place]')).toHaveCount(1);
    await page.locator('#filters > summary').focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await expect(sheet).toBeVisible();
    const first = sheet.locator('label').first();
    const count = (await first.locator('small').innerText()).trim();
    await first.getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    const show = sheet.getByRole('button', { name: `Show ${count} ${things}` });
    await expect(show).toBeVisible();
    await show.focus();
    await page.keyboard.press('Enter');
    await expect(sheet).toBeHidden();
    await expect.poll(() => total(page)).toBe(Number(count));
  });
}

test('[SEARCH-08] a resume links back to the results in which it was found', async ({ page }) => {
  await startSession(page, 'recruiter');
  await page.goto(at('/resumes?search=team&page=2'));
  await page.locator('[data-region="results"] > ol h2 a').first().click();
  await expect(page.getByRole('heading', { name: 'Name and contact details are private' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to the results' }).click();
  await expect(page).toHaveURL(/\/resumes\?search=team&page=2$/);
});
