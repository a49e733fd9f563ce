import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { at, collectErrors } from '../support/browser-site';
import { startSession } from '../support/demo-login';
import { expectSound } from '../support/sound-page';

const go = (page: Page) => page.getByRole('button', { name: 'Save and continue' }).click();
const saved = (page: Page) => page.locator('[data-form-saved]');

test('[APP-03] on a phone every group of a resume is filled in, a photo is uploaded when chosen, and the resume is hidden and shown', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const errors = collectErrors(page);
  const stamp = Date.now().toString(36);
  await startSession(page, 'applicant', 'charity-ca');
  await page.goto(at('/resume', 'charity-ca'));
  await expectSound(page);
  await page.getByRole('link', { name: 'Edit your resume' }).click();
  await page.waitForURL('**/resume/edit');
  await expectSound(page);
  // The browser can fill in what it knows about the user.
  for (const [name, token] of [
    ['firstName', 'given-name'],
    ['phone', 'tel'],
    ['birthday', 'bday'],
    ['homeLocation.1.countryCode', 'country'],
    ['homeLocation.1.administrativeArea', 'address-level1'],
    ['homeLocation.1.zip', 'postal-code'],
  ])
    await expect(page.locator(`[name="${name}"]`)).toHaveAttribute('autocomplete', token!);
  await expect(page.locator('[name="phone"]')).toHaveAttribute('type', 'tel');
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/application-files?')) parts.push(request.url());
  });
  const noise = Buffer.alloc(900 * 900 * 3);
  for (let index = 0; index < noise.length; index += 1) noise[index] = (index * 2654435761) % 251;
  const picture = await sharp(noise, { raw: { width: 900, height: 900, channels: 3 } })
    .png()
    .toBuffer();
  const photo = page.locator('[data-field="picture"]');
  const kept = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/resume/edit'),
  );
  await photo.locator('input[type="file"]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await expect(photo.getByRole('status')).toHaveText('me.png uploaded.');
  expect(parts.length).toBe(Math.ceil(picture.length / 500_000));
  await kept;
  await expect(saved(page)).toContainText('Saved');
  await page.reload();
  await expect(photo.locator('img')).toHaveAttribute('src', /^data:image\/webp/);
  await go(page);

  await page.waitForURL('**step=job_preferences');
  await page.locator('#field-title').fill(`Gardener ${stamp}`);
  const town = page.locator('[name="desiredLocation.1.locality"]');
  await town.fill('');
  await town.pressSequentially('Ottaw');
  const suggestion = page.locator('[data-field="desiredLocation.1.locality"] datalist option').first();
  await expect(suggestion).toBeAttached();
  await town.fill((await suggestion.getAttribute('value'))!);
  await expect(page.locator('[name="desiredLocation.1.countryCode"]')).toHaveValue('CA');
  await expectSound(page);
  await go(page);

  await page.waitForURL('**step=education');
  await expectSound(page);
  await go(page);
  await page.waitForURL('**step=work_experience');
  const room = page.locator('[data-entry="new"]');
  await room.locator('summary').click();
  await room.locator('[name$=".jobTitle"]').fill(`Newest ${stamp}`);
  await room.locator('[name$=".from"]').fill('2024-02');
  await room.getByRole('button', { name: 'Save and add another' }).click();
  await page.waitForURL('**#form');
  const title = page.locator(`[value="Newest ${stamp}"]`);
  const number = Number((await title.getAttribute('name'))!.split('.')[1]);
  await page.getByRole('button', { name: `Move up: Position ${number}` }).click();
  await expect(page.locator(`[name="workExperience.${number - 1}.jobTitle"]`)).toHaveValue(`Newest ${stamp}`);
  await expectSound(page);
  await go(page);
  for (const step of ['languages', 'skills']) {
    await page.waitForURL(`**step=${step}`);
    await expectSound(page);
    await go(page);
  }
  await page.waitForURL(/\/resume(\?|$)/);
  await expect(page.getByRole('status').filter({ hasText: 'Your resume is saved.' })).toBeVisible();
  await expect(page.locator('#resume-title')).toHaveText(`Gardener ${stamp}`);
  await expect(page.locator('article')).toContainText(`Newest ${stamp}`);
  await expect(page.locator('article header img')).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Hide it from recruiters' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your resume is now hidden.' })).toBeVisible();
  await page.getByRole('button', { name: 'Let recruiters find it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Recruiters can now find your resume.' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('[APP-03] a resume is deleted, and another one is created with the wizard, in German', async ({ page }) => {
  test.setTimeout(180_000);
  const errors = collectErrors(page);
  await startSession(page, 'applicant', 'europe', '/de');
  await page.goto(at('/de/lebenslauf', 'europe'));
  await page.getByText('Diesen Lebenslauf löschen').click();
  await page.getByRole('button', { name: 'Endgültig löschen' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Ihr Lebenslauf ist gelöscht.' })).toBeVisible();
  await expectSound(page);
  await page.goto(at('/de/lebenslauf/wizard', 'europe'));
  await expectSound(page);
  await page.getByRole('link', { name: /Hier schreiben/ }).click();
  await page.waitForURL('**/lebenslauf/wizard/personal-info');
  await expect(page.locator('#field-firstName')).toHaveValue('Amara');
  await expectSound(page);
  await page.getByRole('button', { name: 'Speichern und weiter', exact: true }).click();
  await page.waitForURL('**/lebenslauf/wizard/job-preferences');
  await expectSound(page);
  await page.getByRole('button', { name: 'Speichern und weiter', exact: true }).click();
  await expect(page.locator('#field-title-error')).toHaveText('Bitte füllen Sie dieses Feld aus');
  await expectSound(page);
  await page.locator('#field-title').fill('Gärtnerin');
  await page.getByRole('button', { name: 'Speichern und weiter', exact: true }).click();
  await page.waitForURL(/\/lebenslauf(\?|$)/);
  await expect(page.locator('#resume-title')).toHaveText('Gärtnerin');
  await page.goto(at('/de/dashboard', 'europe'));
  await expect(page.locator('#resume [data-percentage]')).toBeVisible();
  await expectSound(page);
  expect(errors).toEqual([]);
});

test('[APP-03] [APP-04] two windows: the second is warned that the first has saved, and loses nothing', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await startSession(page, 'applicant', 'uk');
  await page.goto(at('/cv/edit?step=skills', 'uk'));
  const other = await page.context().newPage();
  await other.goto(page.url());
  const stamp = Date.now().toString(36);
  await page.locator('#field-skillsNotes').fill(`First ${stamp}`);
  await expect(saved(page)).toContainText('Saved');
  await other.locator('#field-skillsNotes').fill(`Second ${stamp}`);
  await expect(saved(other)).toContainText('has saved this in the meantime');
  await go(other);
  await expect(other.getByRole('alert').filter({ hasText: 'in the meantime' })).toBeVisible();
  await expect(other.locator('#field-skillsNotes')).toHaveValue(`Second ${stamp}`);
});
