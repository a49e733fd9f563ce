import { expect, test } from '@playwright/test';
import { at } from '../support/browser-site';

const PASSWORD = 'a long way to Tipperary';

test.use({ javaScriptEnabled: false });

// Browsers send the Origin of a form only if the referrer policy of its page allows it.
for (const [path, row] of [
  ['/user/verify', 'AUTH-11'],
  ['/user/reset-password', 'AUTH-12'],
  ['/user/confirm-email', 'APP-08'],
  ['/user/link-identity', 'AUTH-08'],
] as const) {
  test(`[${row}] without scripts, the form of a mailed link is accepted, and errors are shown on its page: ${path}`, async ({
    page,
  }) => {
    const answer = await page.goto(at(`${path}?token=none`));
    expect(answer!.headers()['referrer-policy']).toBe('strict-origin');
    const form = page.locator('main form[method="post"]');
    for (const field of await form.locator('input[type="password"]').all()) await field.fill(PASSWORD);
    await form.locator('button:not([type="button"])').first().click();
    await expect(page.getByRole('alert')).toContainText(/link/i);
    await expect(page.locator('main h1')).toBeVisible();
  });
}
