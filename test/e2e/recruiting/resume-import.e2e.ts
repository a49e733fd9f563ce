import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { startSession } from '../support/demo-login';
import { expectSound } from '../support/sound-page';
import { encryptedPdf, pdfOfLines } from '../../support/data/resume-files';
import { ENGLISH_RESUME, FRENCH_RESUME } from '../../support/data/resume-texts';

const pdf = (bytes: Uint8Array) => ({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) });

test('[APP-03] on a phone a PDF is uploaded with a progress bar, corrected, and imported', async ({ page }) => {
  test.setTimeout(180_000);
  const errors = collectErrors(page);
  const stamp = Date.now().toString(36);
  await startSession(page, 'applicant', 'uk');
  await page.goto(at('/cv/wizard/import', 'uk'));
  await expectSound(page);
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.locator('#field-file-error')).toHaveText('Please choose a file');

  const lines = ENGLISH_RESUME.map((line) => line.replace('Hope House Foundation', `Hope House ${stamp}`));
  // The upload is slowed down so that its progress can be seen.
  await page.route('**/cv/wizard/import', async (route) => {
    if (route.request().method() === 'POST') await expect(page.locator('[data-status]')).not.toBeEmpty();
    await route.continue();
  });
  await page.locator('#field-file').setInputFiles(pdf(pdfOfLines(lines)));
  await page.getByRole('button', { name: 'Read the file' }).click();
  await expect(page.getByRole('heading', { name: 'What we found' })).toBeFocused();
  await page.unroute('**/cv/wizard/import');
  await expect(page.locator('[data-item="workExperience"]').first()).toContainText(`Hope House ${stamp}`);
  await expect(page.locator('[data-item="workExperience"]').first().getByLabel('Job title')).toBeHidden();
  await expectSound(page);

  const work = page.locator('[data-item="workExperience"]');
  await work.first().locator('summary').click();
  await work.first().getByLabel('Job title').fill('');
  await work.first().getByLabel('Summary').fill(`Of ${stamp}`);
  // The keyboard works like the mouse.
  await work.nth(1).getByRole('checkbox').focus();
  await page.keyboard.press('Space');
  await expect(work.nth(1).getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('button', { name: 'Add selected to my CV' }).click();
  await expect(page.locator('[data-form-errors]')).toContainText('Job title');
  await expect(work.first().getByLabel('Summary')).toHaveValue(`Of ${stamp}`);
  await expect(work.nth(1).getByRole('checkbox')).not.toBeChecked();
  await expectSound(page);
  await work.first().getByLabel('Job title').fill(`Coordinator ${stamp}`);
  await page.getByRole('button', { name: 'Add selected to my CV' }).click();
  await page.waitForURL('**/cv');
  await expect(page.getByRole('status').filter({ hasText: 'Your selection has been added to your CV' })).toBeVisible();
  await expect(page.locator('article')).toContainText(`Coordinator ${stamp}`);
  await expect(page.locator('article')).not.toContainText('Newcomer Centre of Peel');
  await expectSound(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as JSON Resume' }).click();
  expect((await download).suggestedFilename()).toBe('resume.json');
  expect(errors.filter((error) => !error.includes('422'))).toEqual([]);
});

test('[APP-03] a file that cannot be read says why, in French, and another one can be chosen at once', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await startSession(page, 'applicant', 'europe', '/fr');
  await page.goto(at('/fr/resume/wizard/import', 'europe'));
  await page.locator('#field-file').setInputFiles(pdf(encryptedPdf()));
  await page.getByRole('button', { name: 'Lire le fichier' }).click();
  await expect(page.locator('#field-file-error')).toContainText('ne s’ouvre qu’avec un mot de passe');
  await expectSound(page);
  // Only one error at a time: choosing another file removes the earlier one.
  await page.locator('#field-file').setInputFiles(pdf(Buffer.alloc(10_500_000, 1)));
  await expect(page.getByText('ne s’ouvre qu’avec un mot de passe')).toHaveCount(0);
  await page.getByRole('button', { name: 'Lire le fichier' }).click();
  await expect(page.locator('#field-file-error')).toContainText('10');
  await expect(page.locator('[data-form-errors] li')).toHaveCount(0);
  await page.locator('#field-file').setInputFiles(pdf(pdfOfLines(FRENCH_RESUME)));
  await expect(page.locator('#field-file-error')).toBeEmpty();
  await page.getByRole('button', { name: 'Lire le fichier' }).click();
  await expect(page.getByRole('heading', { name: 'Ce que nous avons trouvé' })).toBeFocused();
  await expect(page.locator('[data-item="workExperience"]').first()).toContainText('Fondation Lumière');
  await expectSound(page);
  await page.reload();
  await expect(page.locator('#field-file')).toBeVisible();
});
