import { expect, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

/** Records the events that the page dispatches for analytics, from the start. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const kept = JSON.parse(sessionStorage.getItem('heard') ?? '[]') as string[];
    window.addEventListener('causeboard:track', (event) => {
      kept.push((event as CustomEvent<{ name: string }>).detail.name);
      sessionStorage.setItem('heard', JSON.stringify(kept));
    });
  });
  return () => page.evaluate(() => JSON.parse(sessionStorage.getItem('heard') ?? '[]') as string[]);
}

for (const [said, event] of [
  ['login', 'login'],
  ['signup_start', 'signup_start'],
  ['signup-start', 'signup_start'],
]) {
  test(`[ROUTE-15] dispatch=${said} is dispatched once and removed from the address, destination is kept`, async ({
    page,
  }) => {
    const heard = await listen(page);
    await page.goto(at(`/user/login?dispatch=${said}&destination=%2Fjobs%3Fpage%3D2`));
    await expect(page).toHaveURL(at('/user/login?destination=%2Fjobs%3Fpage%3D2'));
    await expect.poll(heard).toEqual([event]);
    await page.reload();
    await page.goto(at('/jobs'));
    await page.goBack();
    await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
    expect(await heard()).toEqual([event]);
  });
}

test('[ROUTE-15] a login is dispatched once, and leads to the requested page', async ({ page }) => {
  const heard = await listen(page);
  await page.goto(at('/user/login?destination=%2Fjobs%3Fpage%3D2'));
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  await page.locator('#field-email').fill('applicant@demo.causeboard.test');
  await page.locator('#field-password').fill('not the password');
  const submit = page.locator('form[data-form="login"] button:not([type="button"])');
  await submit.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await submit.click();
  await expect(page).toHaveURL(at('/jobs?page=2'));
  await expect.poll(heard).toEqual(['login']);
  await page.reload();
  await expect(page.locator('[data-account-menu]')).toHaveCount(1);
  expect(await heard()).toEqual(['login']);
});

test('[ROUTE-15] a registration is dispatched once', async ({ page }) => {
  const heard = await listen(page);
  await page.goto(at('/user/register/applicant?destination=%2Fjobs'));
  await expect(page.locator('[data-account-form][data-awake]')).toHaveCount(1);
  for (const [name, value] of [
    ['firstName', 'Ada'],
    ['lastName', 'Lovelace'],
    ['email', `told-${Date.now()}@example.org`],
    ['password', 'correct horse battery'],
  ])
    await page.locator(`#field-${name}`).fill(value!);
  await page.locator('#field-consent').check();
  await page.locator('form[data-form="register"] button:not([type="button"])').click();
  await expect(page).toHaveURL(at('/user/check-mail?reason=register&destination=%2Fjobs'));
  await expect.poll(heard).toEqual(['signup_start']);
  await page.reload();
  await expect(page.locator('h1')).toBeVisible();
  expect(await heard()).toEqual(['signup_start']);
});

test('[ROUTE-15] any other dispatch is removed from the address without an event', async ({ page }) => {
  const heard = await listen(page);
  await page.goto(at('/jobs?search=cook&dispatch=__proto__'));
  await expect(page).toHaveURL(at('/jobs?search=cook'));
  expect(await heard()).toEqual([]);
});

test('[ROUTE-04] the router is never visible in the address', async ({ page }) => {
  await page.goto(at('/router?router=%2Fprivacy-policy'));
  await expect(page).toHaveURL(at('/privacy-policy'));
  await page.goto(at('/jobs?router=%2Fprivacy-policy&search=cook'));
  await expect(page).toHaveURL(at('/jobs?search=cook'));
});

test('[ROUTE-08] switching the language stays on the same page, including islands and search', async ({ page }) => {
  await page.goto(at('/de/jobs/full-time', 'europe'));
  await page.getByRole('link', { name: 'français' }).click();
  await expect(page).toHaveURL(at('/fr/emploi/full-time', 'europe'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.locator('#job-search input[name="search"], input[name="search"]').first().fill('Sozial');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fr\/emploi.*search=Sozial/);
  await page.locator('[data-region="results"] h2 a').first().click();
  await expect(page).toHaveURL(/\/fr\/(emploi|job)/);
});
