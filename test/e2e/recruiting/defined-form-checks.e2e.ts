import { expect, type Page, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { errorAt, leave, shownErrors, watchForm } from '../support/checked-form';
import { ChoiceField } from '../support/choice-field';
import { startSession } from '../support/demo-login';
import { formButton } from '../support/form-button';
import { axeViolations } from '../support/sound-page';

const REQUIRED = 'Field is required';
const NUMBER = 'The value must be a number';
const POSITIVE = 'Please enter a number greater than zero';
const WHOLE = 'Please enter a number without any decimal points or fractions';
const EMAIL = 'Please provide a valid email address';
const ORDER = 'The maximum pay is below the minimum';

const press = (page: Page, button: string) => formButton(page, button).click();

/** Submits the form without the script, which would prevent it. */
const sendAnyway = (page: Page) =>
  page.locator('form[data-defined-form]').evaluate((form: HTMLFormElement) => {
    const go = document.createElement('input');
    go.type = 'hidden';
    go.name = 'go';
    go.value = 'next';
    form.append(go);
    form.submit();
  });

test('[VALID-01] [VALID-03] a job is validated before each step is submitted, with the server’s messages', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const errors = collectErrors(page);
  await startSession(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await expect(page.locator('#field-description[contenteditable="true"]')).toBeVisible();
  const sent = await watchForm(page);
  await press(page, 'next');
  expect(await shownErrors(page)).toEqual({ title: REQUIRED, description: REQUIRED });
  await expect(page.locator('#field-title')).toBeFocused();
  await expect(page.locator('[data-form-errors] li')).toHaveText([
    `Job title: ${REQUIRED}`,
    `Description: ${REQUIRED}`,
  ]);
  await expect(page.locator('#field-description')).toHaveAttribute('aria-invalid', 'true');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type(`Wool sorter ${Date.now().toString(36)}`);
  await page.locator('[data-form-errors] li a').press('Enter');
  await expect(page.locator('#field-description')).toBeFocused();
  await page.keyboard.type('You sort wool.');
  expect(await shownErrors(page)).toEqual({});
  await expect(page.locator('[data-form-errors] li')).toHaveCount(0);
  await leave(page, 'videoUrl', 'no address');
  await expect(errorAt(page, 'videoUrl')).toHaveText('Please enter a full web address that begins with https://');
  await page.locator('#field-videoUrl').fill('');
  expect(sent).toEqual([]);
  await page.locator('#field-title').press('Enter');
  await page.waitForURL('**step=company');

  await watchForm(page);
  await press(page, 'next');
  await expect(errorAt(page, 'locality')).toHaveText('Please say where the work is done, or that it’s remote');
  await expect(page.locator('#field-locality')).toBeFocused();
  // A change of another field makes it valid.
  await page.locator('#field-remoteOptions').selectOption({ label: 'Remote' });
  expect(await shownErrors(page)).toEqual({});
  await press(page, 'next');
  await page.waitForURL('**step=categories');

  await watchForm(page);
  const before = sent.length;
  for (const [typed, message] of [
    ['many', NUMBER],
    ['0', POSITIVE],
  ] as const) {
    await leave(page, 'minSalary', typed);
    await expect(errorAt(page, 'minSalary')).toHaveText(message);
  }
  await page.locator('#field-minSalary').fill('900');
  await leave(page, 'maxSalary', '800');
  await expect(errorAt(page, 'maxSalary')).toHaveText(ORDER);
  const occupations = new ChoiceField(page, 'occupationalField');
  for (const index of [0, 1, 2, 3]) await occupations.chooseAt(index);
  await press(page, 'next');
  const categories = {
    employmentType: REQUIRED,
    occupationalField: 'Please choose at most 3',
    maxSalary: ORDER,
    currencyCode: 'Please say which currency and period the pay is for',
    salaryUnit: 'Please say which currency and period the pay is for',
  };
  expect(await shownErrors(page)).toEqual(categories);
  await expect(page.locator('input[name="employmentType"]').first()).toBeFocused();
  expect(sent).toHaveLength(before);
  await expect(page.locator('[data-form-saved]')).toContainText('Saved');
  await sendAnyway(page);
  await page.waitForURL('**error=check');
  expect(await shownErrors(page)).toEqual(categories);
  await watchForm(page);
  // Buttons that also save invalid values are not blocked.
  await press(page, 'back');
  await page.waitForURL('**step=company');
  await press(page, 'next');
  await page.waitForURL('**step=categories');
  await watchForm(page);
  await page.getByLabel('Full-time').check();
  await occupations.chosen.first().click();
  for (const field of ['minSalary', 'maxSalary']) await page.locator(`#field-${field}`).fill('');
  expect(await shownErrors(page)).toEqual({});
  await press(page, 'next');
  await page.waitForURL('**step=schedule');

  await watchForm(page);
  await page.locator('#field-published').fill('2020-01-01');
  // The Tab key would move from the month to the day first.
  await page.locator('#field-expiration').focus();
  await expect(errorAt(page, 'published')).toHaveText('Please choose a date in the future');
  await page.locator('#field-published').fill('');
  await press(page, 'next');
  await page.waitForURL('**step=application');
  await watchForm(page);
  await page.locator('#field-applicationWorkflow').selectOption('email');
  await press(page, 'next');
  await expect(errorAt(page, 'applicationEmails')).toHaveText(REQUIRED);
  await leave(page, 'applicationEmails', 'jobs@good.test, nobody');
  await expect(errorAt(page, 'applicationEmails')).toHaveText(EMAIL);
  await page.locator('#field-applicationEmails').fill('jobs@good.test');
  await press(page, 'next');
  await page.waitForURL('**step=preview');
  expect(errors).toEqual([]);
});

test('[VALID-01] [VALID-03] the page of an organization is validated before a step is submitted, including its people', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await startSession(page, 'recruiter', 'uk');
  await page.goto(at('/user/organization/edit', 'uk'));
  const sent = await watchForm(page);
  const year = page.locator('#field-foundedYear');
  const stored = { year: await year.inputValue(), country: await page.locator('#field-countryCode').inputValue() };
  for (const [typed, message] of [
    ['long ago', NUMBER],
    ['-5', POSITIVE],
    ['1985.5', WHOLE],
    ['3000', 'Please enter a year, such as 1985'],
  ] as const) {
    await leave(page, 'foundedYear', typed);
    await expect(errorAt(page, 'foundedYear')).toHaveText(message);
  }
  await page.locator('#field-countryCode').selectOption('');
  await year.press('Enter');
  expect(await shownErrors(page)).toEqual({
    foundedYear: 'Please enter a year, such as 1985',
    countryCode: REQUIRED,
  });
  await expect(year).toBeFocused();
  expect(sent).toEqual([]);
  await year.fill(stored.year);
  await page.locator('#field-countryCode').selectOption(stored.country);
  await press(page, 'next');
  await page.waitForURL('**step=about');

  await page.goto(page.url().replace('step=about', 'step=contacts'));
  await watchForm(page);
  const room = page.locator('[data-entry="new"]');
  if (!(await room.evaluate((details: HTMLDetailsElement) => details.open))) await room.locator('summary').click();
  const entry = (await room.locator('input[name$=".email"]').getAttribute('name'))!.replace(/\.email$/, '');
  await leave(page, `${entry}.email`, 'nobody');
  await expect(errorAt(page, `${entry}.email`)).toHaveText(EMAIL);
  await room.locator('summary').click();
  await press(page, 'next');
  // Errors are made visible even in collapsed parts.
  await expect(page.locator(`[id="field-${entry}.firstName"]`)).toBeFocused();
  expect(await shownErrors(page)).toEqual({
    [`${entry}.firstName`]: REQUIRED,
    [`${entry}.lastName`]: REQUIRED,
    [`${entry}.email`]: EMAIL,
  });
  await expect(page.locator('[data-form-errors] li').first()).toHaveText(
    new RegExp(`^Person ${entry.split('.')[1]}, First name: ${REQUIRED}$`),
  );
  await page.locator(`[id="field-${entry}.email"]`).fill('');
  // An empty entry is ignored.
  expect(await shownErrors(page)).toEqual({});
  await press(page, 'next');
  await page.waitForURL('**step=pictures');
});

test('[VALID-01] [VALID-03] [APP-04] a resume is validated before a step is submitted, also against values of other steps', async ({
  page,
}) => {
  test.setTimeout(90_000);
  await startSession(page, 'applicant');
  await page.goto(at('/resume/edit?step=job_preferences'));
  const sent = await watchForm(page);
  const title = page.locator('#field-title');
  const known = await title.inputValue();
  await leave(page, 'title', '');
  await expect(errorAt(page, 'title')).toHaveText(REQUIRED);
  await title.fill('Write to me: me@people.test');
  await expect(errorAt(page, 'title')).toHaveText(/^Everybody who searches can read this/);
  const pay = page.locator('[id="field-desiredSalary.1.minSalary"]');
  const before = await pay.inputValue();
  await leave(page, 'desiredSalary.1.minSalary', '0');
  await expect(errorAt(page, 'desiredSalary.1.minSalary')).toHaveText(POSITIVE);
  // This button continues only if there are no errors.
  await press(page, 'save');
  await expect(title).toBeFocused();
  expect(sent).toEqual([]);
  await title.fill(known);
  await pay.fill(before);
  // The Enter key continues, although the buttons that move and add entries come first in the form.
  await pay.press('Enter');
  await page.waitForURL('**step=education');

  await page.goto(at('/resume/edit?step=work_experience'));
  await watchForm(page);
  const room = page.locator('[data-entry="new"]');
  if (!(await room.evaluate((details: HTMLDetailsElement) => details.open))) await room.locator('summary').click();
  const entry = (await room.locator('input[name$=".from"]').getAttribute('name'))!.replace(/\.from$/, '');
  await page.locator(`[id="field-${entry}.from"]`).fill('2024-02');
  await page.locator(`[id="field-${entry}.until"]`).fill('2023-02');
  await press(page, 'next');
  expect(await shownErrors(page)).toEqual({
    [`${entry}.jobTitle`]: REQUIRED,
    [`${entry}.until`]: 'This comes before the start. Please swap them',
  });
  await expect(page.locator(`[id="field-${entry}.jobTitle"]`)).toBeFocused();
  for (const field of ['from', 'until']) await page.locator(`[id="field-${entry}.${field}"]`).fill('');
  await press(page, 'next');
  await page.waitForURL('**step=languages');
});
