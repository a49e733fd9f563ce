import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { at, collectErrors } from '../support/browser-site';
import { ChoiceField } from '../support/choice-field';
import { forgetSession, startSession } from '../support/demo-login';
import { formButton } from '../support/form-button';
import { expectSound } from '../support/sound-page';

const go = (page: Page) => formButton(page, 'next').click();

test('[REC-04] an organization’s page is edited, with pictures that are uploaded when chosen, previewed and published', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const errors = collectErrors(page);
  const stamp = Date.now().toString(36);
  await startSession(page, 'recruiter', 'charity-ca');
  await page.goto(at('/user/organization', 'charity-ca'));
  await expectSound(page);
  await page.getByRole('link', { name: 'Edit the page' }).click();
  await page.waitForURL('**/user/organization/edit?**');
  await expectSound(page);
  const saved = page.locator('[data-form-saved]');
  await page.locator('#field-mission').fill(`Mission ${stamp}`);
  await expect(saved).toContainText('Saved');

  const logo = page.locator('[data-field="logo"]');
  await logo.locator('input[type="file"]').setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<!doctype html>'),
  });
  await expect(logo.getByRole('alert')).toContainText('not a JPG, PNG or WebP picture');
  const noise = Buffer.alloc(900 * 900 * 3);
  for (let index = 0; index < noise.length; index += 1) noise[index] = (index * 2654435761) % 251;
  const picture = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer();
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/application-files?')) parts.push(request.url());
  });
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/user/organization/edit'),
  );
  await logo.locator('input[type="file"]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  await expect(logo.getByRole('status')).toHaveText('logo.png uploaded.');
  expect(parts.length).toBe(Math.ceil(picture.length / 500_000));
  await expect(logo.locator('[data-file-error]')).toBeEmpty();
  // Nothing is saved before the file is uploaded, however long this takes.
  const sent = new URLSearchParams((await kept).request().postData()!);
  expect(sent.get('logo')).toBe(await logo.locator('input[type="hidden"]').inputValue());
  await page.reload();
  await expect(logo.locator('img')).toHaveAttribute('src', /\/files\/[0-9a-f-]{36}\/logo\.webp/);
  await expect(page.locator('#field-mission')).toHaveValue(`Mission ${stamp}`);

  for (const step of ['about', 'links', 'contacts', 'pictures', 'places', 'questions', 'account']) {
    await go(page);
    await page.waitForURL(`**step=${step}&notice=*`);
    if (step === 'about') await expect(page.locator('#field-presentation[contenteditable="true"]')).toBeVisible();
    await expectSound(page);
    if (step !== 'places') continue;
    const room = page.locator('[data-entry="new"]');
    if (!(await room.evaluate((details: HTMLDetailsElement) => details.open))) await room.locator('summary').click();
    await room.locator('[name$=".name"]').fill(`Depot ${stamp}`);
    const town = room.locator('[name$=".locality"]');
    await town.pressSequentially('Ottaw');
    await expect(room.locator('datalist option').first()).toBeAttached();
    await town.fill((await room.locator('datalist option').first().getAttribute('value'))!);
    await expect(room.locator('[name$=".countryCode"]')).toHaveValue('CA');
    await expect(room.locator('[name$=".administrativeArea"]')).not.toHaveValue('');
    await expect(saved).toContainText('Saved');
  }
  await go(page);
  await page.waitForURL('**step=preview&notice=*');
  const preview = page.locator('[data-preview]');
  await expect(preview).toContainText(`Mission ${stamp}`);
  await expect(preview).toContainText(`Depot ${stamp}`);
  await expectSound(page);
  await page.locator('main').getByRole('link', { name: 'Your organization', exact: true }).click();
  await page.waitForURL(/\/user\/organization(\?|$)/);
  await expect(page.locator('[data-in-review]')).toContainText('Logo');
  await expect(page.locator('[data-section="profile"]')).toContainText('In review');
  await expect(page.locator('[data-section="places"]')).toContainText('Live');
  // A draft is published or discarded from the list of sections.
  await page.locator('[data-section="about"] a').click();
  await page.waitForURL('**step=about');
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  // Removes an earlier choice.
  await new ChoiceField(page, 'benefits').chooseAt(0);
  await answered;
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await expect(page.locator('[data-section="about"]')).toContainText('Unpublished changes');
  await expectSound(page);
  await page.locator('[data-section="about"] summary').click();
  await page.locator('[data-section="about"] button[value="discard"]').click();
  await expect(page.locator('[data-section="about"]')).toContainText('Live');
  await page.getByRole('link', { name: 'See the public page' }).click();
  await expect(page.locator('main')).toContainText(`Mission ${stamp}`);
  // The logo is public only after staff of the site have approved it.
  const publicPage = page.url();
  await forgetSession(page);
  await startSession(page, 'editor', 'charity-ca');
  await page.goto(at('/admin/jobs', 'charity-ca'));
  const review = page.locator('[data-organization-review]').filter({ has: page.locator('[data-changed="logo"]') });
  await review.locator('[data-organization-approve] button').click();
  await expect(page.getByRole('status').filter({ hasText: 'Your decision is saved' })).toBeVisible();
  await page.goto(publicPage);
  await expect(page.locator('main header img[src*="logo.webp"]')).toBeVisible();
  expect(errors).toEqual([]);
});

test('[REC-04] two windows: the second is warned that the first has saved, and loses nothing', async ({ page }) => {
  test.setTimeout(90_000);
  // The other tests here change an organization on another site at the same time.
  await startSession(page, 'recruiter');
  await page.goto(at('/user/organization/edit'));
  const other = await page.context().newPage();
  await other.goto(page.url());
  const stamp = Date.now().toString(36);
  await page.locator('#field-alternativeName').fill(`First ${stamp}`);
  await expect(page.locator('[data-form-saved]')).toContainText('Saved');
  await other.locator('#field-alternativeName').fill(`Second ${stamp}`);
  await expect(other.locator('[data-form-saved]')).toContainText('has saved this in the meantime');
  await expect(other.locator('#field-alternativeName')).toHaveValue(`Second ${stamp}`);
  await go(other);
  await expect(other.getByRole('alert').filter({ hasText: 'in the meantime' })).toBeVisible();
  await expect(other.locator('#field-alternativeName')).toHaveValue(`Second ${stamp}`);
});

test('[REC-04] invitations are sent and revoked, on phones and desktop screens', async ({ page }) => {
  test.setTimeout(90_000);
  const errors = collectErrors(page);
  await startSession(page, 'recruiter', 'charity-ca');
  await page.goto(at('/user/organization', 'charity-ca'));
  await page.getByRole('link', { name: 'Your team', exact: true }).click();
  await page.waitForURL('**/user/organization/members?**');
  await expectSound(page);
  const email = `guest-${Date.now().toString(36)}@people.test`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeVisible();
  await expect(page.locator(`[data-invitation="${email}"]`)).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: `Withdraw: ${email}` }).click();
  await expect(page.locator(`[data-invitation="${email}"]`)).toHaveCount(0);
  await page.goto(at('/user/invitation?token=none', 'charity-ca'));
  await expectSound(page);
  expect(errors).toEqual([]);
});
