import { expect, type Page, type Route, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { ChoiceField } from '../support/choice-field';
import { forgetSession, logIn, startSession } from '../support/demo-login';
import { expectSound, type View, VIEWS } from '../support/sound-page';

test.use({ viewport: { width: 390, height: 844 } });

/** The views, one of them in dark mode. */
const WITH_DARK: readonly View[] = VIEWS.map((view) => ({
  ...view,
  colorScheme: view.width === 820 ? 'dark' : 'light',
}));
const EDITOR = '#field-description[contenteditable="true"]';
const go = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();

test('[REC-01] on a phone a job is written, saved while typing, kept without a connection, and published', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const errors = collectErrors(page);
  const title = `Goat keeper of the Ziegenhaltungsgemeinschaftsorganisation ${Date.now().toString(36)}`;
  await startSession(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await expect(page.locator(EDITOR)).toBeVisible();
  await expectSound(page, WITH_DARK);
  const saved = page.locator('[data-form-saved]');
  await page.locator('#field-title').fill(title);
  await expect(saved).toContainText('Saved');
  await expect(page).toHaveURL(/\/job\/wizard\?job=\d+&step=job$/);
  await page.reload();
  await expect(page.locator('#field-title')).toHaveValue(title);

  await expect(page.locator(EDITOR)).toBeVisible();
  await context.setOffline(true);
  await page.locator(EDITOR).click();
  await page.keyboard.type('You look after goats.');
  await expect(saved).toContainText('No connection');
  await go(page);
  await expect(page.locator('#field-description')).toContainText('goats');
  await context.setOffline(false);
  await expect(saved).toContainText('Saved');
  await page.reload();
  await expect(page.locator('#field-description')).toContainText('goats');

  await go(page);
  await page.waitForURL('**step=company');
  await expectSound(page, WITH_DARK);
  await page.locator('#field-remoteOptions').selectOption({ label: 'Remote' });
  await go(page);
  await page.waitForURL('**step=categories');
  await expectSound(page, WITH_DARK);
  await go(page);
  await expect(page.locator('#field-employmentType-error')).toHaveText('Field is required');
  await expectSound(page, WITH_DARK);
  await page.getByLabel('Full-time').check();
  await new ChoiceField(page, 'occupationalField').choose('Nursing');
  await go(page);
  await page.waitForURL('**step=schedule');
  await expectSound(page, WITH_DARK);
  await go(page);
  await page.waitForURL('**step=application');
  await page.locator('#field-applicationWorkflow').selectOption('form');
  await expectSound(page, WITH_DARK);
  await go(page);
  await page.waitForURL('**step=preview');
  await expect(page.locator('[data-preview] #job-title')).toHaveText(title);
  await expectSound(page, WITH_DARK);
  await page.getByRole('button', { name: 'Publish job' }).click();
  await page.waitForURL('**/job-manager?**');
  await expect(page.getByRole('status').filter({ hasText: 'Your job is published' })).toBeVisible();
  await expectSound(page, WITH_DARK);
  // The only message in the browser's log is the error about the lost connection.
  expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('[REC-01] what was typed just before leaving the page is restored, and saved', async ({ page }) => {
  await startSession(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await expect(page.locator(EDITOR)).toBeVisible();
  const title = `Sheep keeper ${Date.now().toString(36)}`;
  const saved = page.locator('[data-form-saved]');
  await page.locator('#field-title').fill(title);
  await expect(saved).toContainText('Saved');
  await expect(page).toHaveURL(/job=\d+/);
  const address = page.url();
  // Nothing more reaches the server before the page is left.
  await page.route('**/job/wizard?**', (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await page.locator('#field-title').fill(`${title} of the north`);
  await expect(saved).toBeEmpty();
  await page.goto(at('/jobs'));
  await page.unroute('**/job/wizard?**');
  await page.goto(address);
  await expect(saved).toContainText('Saved');
  await page.reload();
  await expect(page.locator('#field-title')).toHaveValue(`${title} of the north`);
});

test('[REC-01] what was typed before the scripts of the page were loaded is saved', async ({ page }) => {
  await logIn(page, 'recruiter');
  const scripts: Route[] = [];
  let areDelayed = true;
  await page.route('**/*.js', (route) => (areDelayed ? void scripts.push(route) : route.continue()));
  await page.goto(at('/job/wizard'), { waitUntil: 'commit' });
  const title = `Horse keeper ${Date.now().toString(36)}`;
  await page.locator('#field-title').fill(title);
  await expect(page.locator(EDITOR)).toHaveCount(0);
  areDelayed = false;
  await Promise.all(scripts.map((route) => route.continue()));
  await expect(page.locator('[data-form-saved]')).toContainText('Saved');
  await page.reload();
  await expect(page.locator('#field-title')).toHaveValue(title);
});

/** Names of the editor's buttons. */
const buttons = (page: Page) =>
  page
    .locator('.ck-toolbar__items [data-cke-tooltip-text]')
    .evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.ckeTooltipText!.replace(/ \(.*/, '')));

test('[REC-01] text whose automatic saving failed does not replace what was submitted afterwards', async ({ page }) => {
  await startSession(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await expect(page.locator(EDITOR)).toBeVisible();
  const isAutosave = (text: string | null) => new URLSearchParams(text ?? '').get('go') === 'autosave';
  await page.route('**/job/wizard**', (route) =>
    isAutosave(route.request().postData()) ? route.abort() : route.continue(),
  );
  const title = page.locator('#field-title');
  const submit = async (first: string, second: string) => {
    await title.fill(first);
    await expect(page.locator('[data-form-saved]')).toContainText('No connection');
    await title.fill(second);
    await go(page);
    await page.waitForURL('**step=company');
  };
  await page.locator(EDITOR).fill('You look after goats.');
  await submit('Goat keeper', 'Goat keeper at night');
  const again = page.url().replace('step=company', 'step=job');
  await page.goto(again);
  await submit('Goat keeper by day', 'Goat keeper by day and night');
  await page.goto(again);
  await expect(page.locator(EDITOR)).toBeVisible();
  await expect(title).toHaveValue('Goat keeper by day and night');
  // The form of another new job is empty.
  await page.goto(at('/job/wizard'));
  await expect(page.locator(EDITOR)).toBeVisible();
  await expect(title).toHaveValue('');
});

test('[ROLE-07] [REC-01] formatting by the editor buttons of the role is kept, and the server removes all other formatting', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const errors = collectErrors(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await startSession(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await expect(page.locator(EDITOR)).toBeVisible();
  expect(await buttons(page)).toEqual([
    ...['Heading', 'Bold', 'Italic', 'Link', 'Bulleted List', 'Numbered List', 'Block quote', 'Undo', 'Redo'],
  ]);
  await page.locator('#field-title').fill(`Hen keeper ${Date.now().toString(36)}`);
  await page.getByText('Description', { exact: true }).click();
  await expect(page.locator(EDITOR)).toBeFocused();
  await page.keyboard.type('You look after ');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('hens');
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bulleted List' }).click();
  await page.keyboard.type('gently');
  await expect(page).toHaveURL(/job=\d+/);
  await expect(page.locator('[data-form-saved]')).toContainText('Saved');
  const own = new URL(page.url());
  await page.reload();
  await expect(page.locator(EDITOR).locator('strong')).toHaveText('hens');
  await expect(page.locator(EDITOR).locator('li')).toHaveText('gently');

  // The request of a program that bypasses the editor.
  const hostile =
    '<p onclick="x()">Hens</p><script>alert(1)</script><table><tbody><tr><td>Coop</td></tr></tbody></table>';
  const status = await page.locator('form[data-defined-form]').evaluate(async (form: HTMLFormElement, html) => {
    const values = new URLSearchParams(
      [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    values.set('description', html);
    values.set('go', 'autosave');
    return (await fetch(form.action, { method: 'POST', body: values, headers: { accept: 'application/json' } })).status;
  }, hostile);
  expect(status).toBe(200);
  await page.goto(own.href.replace('step=job', 'step=company'));
  expect(await page.locator('.ck, [data-rich-text]').count()).toBe(0);
  await page.goto(own.href);
  await expect(page.locator(EDITOR)).toHaveText(/Hens\s*Coop/);
  expect(await page.locator(EDITOR).locator('table, script, [onclick]').count()).toBe(0);
  expect(errors).toEqual([]);

  await forgetSession(page);
  await startSession(page, 'admin');
  await page.goto(own.href);
  await expect(page.locator(EDITOR)).toBeVisible();
  expect(await buttons(page)).toEqual(
    expect.arrayContaining(['Increase indent', 'Decrease indent', 'Insert table', 'Insert media']),
  );
});

test('[REC-02] staff of the site review waiting jobs on a phone', async ({ page }) => {
  await startSession(page, 'editor');
  await page.goto(at('/admin/jobs'));
  await expect(page.locator('main h1')).toHaveText('Jobs to review');
  await expectSound(page, WITH_DARK);
});
