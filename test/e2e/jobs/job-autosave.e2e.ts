import { expect, type Page, type Route, test } from '@playwright/test';
import { testWithClock } from '../support/open-page';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { at } from '../support/browser-site';
import { logIn } from '../support/demo-login';
import { expectSound, VIEWS } from '../support/sound-page';

test.use({ viewport: { width: 390, height: 844 } });

const EDITOR = '#field-description[contenteditable="true"]';
const go = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();
const savedText = (page: Page) => page.locator('[data-form-saved]');
const titleOf = (page: Page) => page.locator('#field-title');
const alertOf = (page: Page) => page.locator('[data-form-errors] [data-alert]');

/** Opens the form of a new job, with its editor. */
async function openNew(page: Page): Promise<void> {
  await page.goto(at('/job/wizard'));
  await expect(page.locator(EDITOR)).toBeVisible();
}

/** Fills in a new job, which is saved automatically. @returns the address of its first step */
async function begin(page: Page, title: string): Promise<string> {
  await openNew(page);
  await page.locator(EDITOR).fill('You look after animals.');
  await titleOf(page).fill(title);
  await expect(savedText(page)).toContainText('Saved');
  await expect(page).toHaveURL(/job=\d+/);
  return page.url();
}

/** Answers automatic saving instead of the server until the returned function is called. */
async function interceptSaving(page: Page, answer: (route: Route) => Promise<void> | undefined) {
  const handler = (route: Route) => {
    const values = new URLSearchParams(route.request().postData() ?? '');
    return values.get('go') === 'autosave' ? answer(route) : route.fallback();
  };
  await page.route('**/job/wizard**', handler);
  return () => page.unroute('**/job/wizard**', handler);
}

/** Leaves the form before what was typed has reached the server. */
async function typeAndLeave(page: Page, title: string): Promise<void> {
  const stop = await interceptSaving(page, () => undefined);
  await titleOf(page).fill(title);
  await page.goto(at('/jobs'));
  await stop();
}

test('[REC-01] while the server cannot save, what was typed stays on the device, and is saved later', async ({
  page,
}) => {
  await logIn(page, 'recruiter');
  const title = `Donkey keeper ${Date.now().toString(36)}`;
  const address = await begin(page, title);
  const answers = [
    { status: 500, json: { status: 500, message: 'Something went wrong.', requestId: 'x' } },
    { status: 404, json: { status: 404, message: 'No form is sent to this address.' } },
    { status: 503, json: { errors: [{ field: null, message: 'Please try again.' }] } },
    { status: 429, json: { errors: [{ field: null, message: 'Too many.' }] } },
    { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
  ];
  for (const [number, answer] of answers.entries()) {
    const stop = await interceptSaving(page, (route) => route.fulfill(answer));
    await titleOf(page).fill(`${title} ${number}`);
    await expect(savedText(page)).toContainText('Not saved yet');
    expect(page.url()).toBe(address);
    await stop();
    await titleOf(page).fill(`${title} ${number} again`);
    await expect(savedText(page)).toContainText('Saved');
  }
  const stop = await interceptSaving(page, (route) => route.fulfill({ status: 500 }));
  await titleOf(page).fill(`${title} at last`);
  await expect(savedText(page)).toContainText('Not saved yet');
  await page.goto(at('/jobs'));
  await stop();
  await page.goto(address);
  await expect(savedText(page)).toContainText('Saved');
  await page.reload();
  await expect(titleOf(page)).toHaveValue(`${title} at last`);
});

test('[REC-01] what the server refuses to save automatically stays on the device', async ({ page }) => {
  await logIn(page, 'recruiter');
  const title = `Mule keeper ${Date.now().toString(36)}`;
  const address = await begin(page, title);
  const json = { errors: [{ field: null, message: 'You may not do this.' }] };
  const stop = await interceptSaving(page, (route) => route.fulfill({ status: 403, json }));
  await titleOf(page).fill(`${title} by day`);
  await expect(savedText(page)).toHaveText('Not saved: You may not do this.');
  await titleOf(page).fill(`${title} by night`);
  await page.goto(at('/jobs'));
  await page.goto(address);
  await expect(titleOf(page)).toHaveValue(`${title} by night`);
  await expect(savedText(page)).toHaveText('Not saved: You may not do this.');
  await stop();
  await go(page);
  await page.waitForURL('**step=company');
  await page.goto(address);
  await expect(titleOf(page)).toHaveValue(`${title} by night`);
  await openNew(page);
  await expect(titleOf(page)).toHaveValue('');
});

test('[REC-01] a text from this device does not replace what another device has saved since', async ({
  page,
  browser,
}) => {
  await logIn(page, 'recruiter');
  const title = `Ox keeper ${Date.now().toString(36)}`;
  const address = await begin(page, title);
  await typeAndLeave(page, `${title} on a phone`);
  const other = await browser.newPage();
  await logIn(other, 'recruiter');
  const change = async (step: string, field: string, value: string) => {
    await other.goto(address.replace('step=job', `step=${step}`));
    await expect(other.locator('[data-form-saved]')).toBeAttached();
    await other.locator(field).fill(value);
    await expect(savedText(other)).toContainText('Saved');
  };
  // Another step does not concern the text.
  await change('company', '#field-locality', 'Ottawa');
  await page.goto(address);
  await expect(savedText(page)).toContainText('Saved');
  await typeAndLeave(page, `${title} on the same phone`);
  await change('job', '#field-title', `${title} at a desk`);
  for (const times of ['once', 'again']) {
    await page.goto(address);
    await expect(savedText(page), times).toContainText('has saved this in the meantime');
    await expect(titleOf(page)).toHaveValue(`${title} on the same phone`);
  }
  await expectSound(page, VIEWS);
  await page.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(titleOf(page)).toHaveValue(`${title} at a desk`);

  await typeAndLeave(page, `${title} on this phone`);
  await change('job', '#field-title', `${title} at another desk`);
  await page.goto(address);
  await expect(savedText(page)).toContainText('has saved this in the meantime');
  await go(page);
  await expect(alertOf(page)).toContainText('has saved this in the meantime');
  await other.reload();
  await expect(titleOf(other)).toHaveValue(`${title} at another desk`);
  await expect(titleOf(page)).toHaveValue(`${title} on this phone`);
  await go(page);
  await page.waitForURL('**step=company');
  await other.reload();
  await expect(titleOf(other)).toHaveValue(`${title} on this phone`);
  await other.close();
});

for (const kind of ['a new job', 'a stored job'])
  test(`[REC-01] [AUTH-09] after the end of the session, ${kind} has what was typed before the login`, async ({
    page,
  }) => {
    await logIn(page, 'recruiter');
    const title = `Camel keeper ${Date.now().toString(36)}`;
    if (kind === 'a new job') await openNew(page);
    else await begin(page, title);
    await page.context().clearCookies();
    await page.locator(EDITOR).fill('You look after camels.');
    await titleOf(page).fill(`${title} in the desert`);
    await go(page);
    await page.waitForURL('**/user/login?**');
    await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/job/wizard**');
    await expect(titleOf(page)).toHaveValue(`${title} in the desert`);
    await expect(savedText(page)).toContainText('Saved');
    await page.reload();
    await expect(titleOf(page)).toHaveValue(`${title} in the desert`);
    await expect(page.locator(EDITOR)).toContainText('camels');
  });

test('[REC-01] a form whose submission fails has what was typed when it is opened again', async ({ page }) => {
  await logIn(page, 'recruiter');
  const title = `Llama keeper ${Date.now().toString(36)}`;
  const address = await begin(page, title);
  const isForm = (url: URL) => url.pathname === '/job/wizard';
  await page.route(isForm, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await titleOf(page).fill(`${title} in the Andes`);
  const failed = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest());
  await go(page);
  await failed;
  await page.unroute(isForm);
  await page.goto(address);
  await expect(titleOf(page)).toHaveValue(`${title} in the Andes`);
  await expect(savedText(page)).toContainText('Saved');
  await page.reload();
  await expect(titleOf(page)).toHaveValue(`${title} in the Andes`);
  // Once it has arrived, nothing of it stays on the device.
  await expect(page.locator(EDITOR)).toBeVisible();
  await titleOf(page).fill(`${title} in the valley`);
  await go(page);
  await page.waitForURL('**step=company');
  await page.goto(address);
  await expect(page.locator(EDITOR)).toBeVisible();
  await expect(titleOf(page)).toHaveValue(`${title} in the valley`);
  await expect(savedText(page)).toBeEmpty();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('causeboard-form'))),
  ).toEqual([]);
});

test('[REC-01] automatic saving whose answer is lost is repeated, and is no conflict with oneself', async ({
  page,
}) => {
  await logIn(page, 'recruiter');
  const title = `Emu keeper ${Date.now().toString(36)}`;
  await begin(page, title);
  let isLost = true;
  const stop = await interceptSaving(page, async (route) => {
    if (!isLost) return route.continue();
    isLost = false;
    await route.fetch();
    return route.abort();
  });
  await titleOf(page).fill(`${title} by day`);
  await expect(savedText(page)).toContainText('No connection');
  await titleOf(page).fill(`${title} by day and night`);
  await expect(savedText(page)).toContainText('Saved');
  await page.reload();
  await expect(titleOf(page)).toHaveValue(`${title} by day and night`);
  await expect(page.locator(EDITOR)).toBeVisible();

  isLost = true;
  await titleOf(page).fill(`${title} in spring`);
  await expect(savedText(page)).toContainText('No connection');
  await titleOf(page).fill(`${title} in summer`);
  await go(page);
  await page.waitForURL('**step=company');
  await stop();
  await page.goBack();
  await expect(titleOf(page)).toHaveValue(`${title} in summer`);
});

testWithClock(
  '[REC-01] after the browser was stopped from submitting the form, what is typed is saved again',
  async ({ page }) => {
    await page.clock.install();
    await logIn(page, 'recruiter');
    const title = `Goose keeper ${Date.now().toString(36)}`;
    await begin(page, title);
    // The values arrive, but no next page, as after the browser's button that stops it.
    await page.route('**/job/wizard**', async (route) => {
      const request = route.request();
      if (!request.isNavigationRequest() || request.method() !== 'POST') return route.fallback();
      await route.fetch({ maxRedirects: 0 });
      return route.fulfill({ status: 204 });
    });
    for (const [name, isTypedLate] of [
      ['early', false],
      ['late', true],
    ] as const) {
      await titleOf(page).fill(`${title} ${name}`);
      const stopped = page.waitForResponse((response) => response.status() === 204);
      await go(page);
      await stopped;
      if (isTypedLate) await page.clock.fastForward(11_000);
      const saved = page.waitForResponse((response) => {
        const values = new URLSearchParams(response.request().postData() ?? '');
        return values.get('go') === 'autosave' && values.get('title') === `${title} ${name} again`;
      });
      await titleOf(page).fill(`${title} ${name} again`);
      if (!isTypedLate) {
        // The page may still be left by the submission.
        expect(await page.evaluate(() => JSON.stringify(localStorage))).toContain(`${title} early again`);
        await page.clock.fastForward(11_000);
      }
      expect((await saved).status()).toBe(200);
      await expect(savedText(page)).toContainText('Saved');
    }
    await page.reload();
    await expect(titleOf(page)).toHaveValue(`${title} late again`);
  },
);

test('[REC-01] a button that is pressed twice submits the form once', async ({ page }) => {
  await logIn(page, 'recruiter');
  const title = `Yak keeper ${Date.now().toString(36)}`;
  await begin(page, title);
  const submitted: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'POST') submitted.push(request.url());
  });
  await page.getByRole('button', { name: 'Save and continue' }).dblclick();
  await page.waitForURL('**step=company');
  await expect(alertOf(page)).toHaveCount(0);
  expect(submitted).toHaveLength(1);
  // The form of the next step is another one.
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.waitForURL('**step=job');
  expect(submitted).toHaveLength(2);
});
