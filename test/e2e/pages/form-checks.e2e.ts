import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { errorAt, leave, shownErrors, watchForm } from '../support/checked-form';
import { axeViolations } from '../support/sound-page';
import { QUESTION, strictForm } from '../support/strict-form';

const REQUIRED = 'Field is required';
const EMAIL = 'Please provide a valid email address';
const PDF = { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nA letter.') };

/** Input that the native validation of browsers accepts, but the server does not. */
const CONTACT = { name: 'Ann', email: 'ann@people', subject: ' ', body: ' ' };
const CONTACT_ERRORS = { email: EMAIL, subject: REQUIRED, body: REQUIRED };

test('[VALID-01] [VALID-03] a message with errors is not sent: they are shown at their fields, by keyboard alone', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await page.goto(at('/contact'));
  const sent = await watchForm(page);
  const name = page.locator('#field-name');
  const announced = page.locator('form[data-contact-form] > p[role="status"]').last();
  await leave(page, 'name');
  await expect(errorAt(page, 'name')).toHaveText(REQUIRED);
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAttribute('aria-describedby', /field-name-error/);
  // Screen reader users have left the field, and get the error announced once.
  await expect(announced).toHaveText(`Your name: ${REQUIRED}`);
  await name.focus();
  await page.keyboard.type('A');
  await expect(errorAt(page, 'name')).toBeEmpty();
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(announced).toBeEmpty();
  await leave(page, 'email', 'ann@people');
  await expect(errorAt(page, 'email')).toHaveText(EMAIL);

  await page.locator('#field-subject').focus();
  await page.keyboard.press('Enter');
  expect(await shownErrors(page)).toEqual(CONTACT_ERRORS);
  await expect(page.locator('#field-email')).toBeFocused();
  const summary = page.locator('[data-form-errors] [data-alert]');
  await expect(summary.locator('li')).toHaveText([
    `Your email address: ${EMAIL}`,
    `What is it about?: ${REQUIRED}`.replace('?:', '?'),
    `Your message: ${REQUIRED}`,
  ]);
  // The focus is on the first error; the errors are not all announced again.
  expect(await page.locator('main [role="alert"]').filter({ hasText: REQUIRED }).count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await summary.getByRole('link', { name: /Your message/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#field-body')).toBeFocused();
  // Pasted text is not truncated, and the excess is shown at once.
  await page.keyboard.insertText('a'.repeat(10_214));
  const tooLong = page.locator('[data-field="body"] [data-too-long]');
  await expect(tooLong).toHaveText('That’s too long. Characters over the limit: 214');
  expect((await page.locator('#field-body').inputValue()).length).toBe(10_214);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Hello there');
  await expect(tooLong).toBeEmpty();
  await expect(summary.locator('li')).toHaveCount(2);
  expect(sent).toEqual([]);

  await page.locator('#field-email').fill('ann@people.test');
  await page.locator('#field-subject').fill('A question');
  await expect(summary).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-message]')).toContainText('Thank you');
  expect(sent).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('[VALID-03] a click on the button counts, even if an error appears above it and moves it', async ({ page }) => {
  await page.goto(at('/contact'));
  const sent = await watchForm(page);
  await page.locator('#field-body').focus();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(errorAt(page, 'body')).toHaveText(REQUIRED);
  await expect(page.locator('#field-name')).toBeFocused();
  expect(sent).toEqual([]);
});

test('[VALID-03] files of a message that the server would refuse are reported with the same words', async ({
  page,
}) => {
  await page.goto(at('/contact'));
  await watchForm(page);
  const files = page.locator('#field-attachments');
  const refused = page.locator('[data-files-refused]');
  await files.setInputFiles({ ...PDF, name: 'letter.exe' });
  await expect(refused).toHaveText('letter.exe could not be added: choose a PDF, DOCX, ODT, JPG, PNG or WebP file.');
  await files.setInputFiles(Array.from({ length: 6 }, (_none, index) => ({ ...PDF, name: `cv-${index + 1}.pdf` })));
  await expect(refused).toHaveText('cv-6.pdf could not be added: you can attach 5 files at most.');
  await expect(page.locator('[data-file-list] progress')).toHaveCount(0);
  // The message is shown at the field, and nothing is sent until the visitor has removed or replaced the file.
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(errorAt(page, 'attachments')).toContainText('these files could not be added: cv-6.pdf');
  await page.locator('[data-refused-file]').getByRole('button', { name: 'Remove' }).click();
  await expect(refused).toBeEmpty();
  await expect(errorAt(page, 'attachments')).toBeEmpty();
});

test('[VALID-03] a list of options with an error has the same border as a text field with one', async ({ page }) => {
  await page.goto(at('/jobs'));
  const id = await page.locator('#results h2 a').first().getAttribute('data-job');
  await page.goto(at(`/job/report/${id}`));
  await page.locator('form[data-report-form] button').last().click();
  const border = (field: string) =>
    page.locator(`#field-${field}`).evaluate((element) => getComputedStyle(element).borderColor);
  await expect(page.locator('#field-reason')).toHaveAttribute('aria-invalid', 'true');
  const marked = await border('body');
  expect(await border('reason')).toBe(marked);
  expect(await border('email')).not.toBe(marked);
});

test('[VALID-03] errors are in the language of the page', async ({ page }) => {
  await page.goto(at('/de/kontakt', 'europe'));
  await watchForm(page);
  await leave(page, 'email', 'ann@people');
  await expect(errorAt(page, 'email')).toHaveText('Bitte geben Sie eine gültige E-Mail-Adresse an');
});

test('[VALID-01] [VALID-03] [APP-01] an application with errors is not sent, and is sent once it has none', async ({
  page,
}) => {
  await page.goto(at(await strictForm()));
  const sent = await watchForm(page);
  await page.locator('#field-firstName').fill('Ann');
  await leave(page, 'emailAddress', 'ann@people');
  await expect(errorAt(page, 'emailAddress')).toHaveText(EMAIL);
  await page.locator('#field-emailAddress').press('Enter');
  expect(await shownErrors(page)).toEqual({
    lastName: REQUIRED,
    emailAddress: EMAIL,
    answer1: REQUIRED,
    coverLetter: REQUIRED,
    attachments: 'Please attach your resume: the employer asks for it',
  });
  await expect(page.locator('#field-lastName')).toBeFocused();
  await expect(page.locator('[data-form-errors] li').first()).toHaveText(`Last name: ${REQUIRED}`);
  expect(sent).toEqual([]);

  await page.keyboard.type('Bell');
  await page.locator('#field-emailAddress').fill('ann@people.test');
  await page.getByLabel(QUESTION).fill('At once');
  await page.locator('#field-coverLetter').fill('I cook for many.');
  await page.locator('#field-attachments').setInputFiles(PDF);
  await expect(page.locator('[data-files-status]')).toContainText('cv.pdf uploaded');
  expect(await shownErrors(page)).toEqual({});
  await page.locator('#field-emailAddress').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your application is on its way');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[VALID-01] [VALID-03] the server reports the same errors for a message', async ({ page }) => {
    await page.goto(at('/contact'));
    for (const [field, text] of Object.entries(CONTACT)) await page.locator(`#field-${field}`).fill(text);
    await page.getByRole('button', { name: 'Send message' }).click();
    for (const [field, message] of Object.entries(CONTACT_ERRORS))
      await expect(errorAt(page, field)).toHaveText(message);
    await expect(page.locator('[data-form-errors] li').first()).toHaveText(`Your email address: ${EMAIL}`);
  });

  test('[VALID-01] [VALID-03] the server reports the same errors for an application', async ({ page }) => {
    await page.goto(at(await strictForm()));
    const typed = { firstName: ' ', lastName: 'Bell', emailAddress: 'ann@people', answer1: ' ', coverLetter: ' ' };
    for (const [field, text] of Object.entries(typed)) await page.locator(`#field-${field}`).fill(text);
    await page.locator('#field-attachments').setInputFiles(PDF);
    await page.getByRole('button', { name: 'Send application' }).click();
    for (const field of ['firstName', 'answer1', 'coverLetter'])
      await expect(errorAt(page, field)).toHaveText(REQUIRED);
    await expect(errorAt(page, 'emailAddress')).toHaveText(EMAIL);
  });
});

test('[WCAG-01] messages appear in regions that are rendered before, so that screen readers announce them', async ({
  page,
}) => {
  for (const path of ['/user/login', '/contact', await strictForm()]) {
    await page.goto(at(path));
    const regions = page.locator('main :is([role="status"], [role="alert"]):empty');
    expect(await regions.count()).toBeGreaterThan(0);
    const faults = await regions.evaluateAll((all) =>
      all
        .filter((region) => {
          const { display, position } = getComputedStyle(region);
          return display === 'none' || (position !== 'absolute' && region.getBoundingClientRect().height === 0);
        })
        .map((region) => region.outerHTML),
    );
    expect({ path, faults }).toEqual({ path, faults: [] });
  }
});
