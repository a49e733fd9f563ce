import { expect, test } from '@playwright/test';
import { at, collectErrors } from '../support/browser-site';
import { errorAt, watchForm } from '../support/checked-form';
import { ChoiceField } from '../support/choice-field';
import { startSession } from '../support/demo-login';
import { formButton } from '../support/form-button';
import { openJobCategories, savedNote } from '../support/job-categories';
import { axeViolations } from '../support/sound-page';

test('[REC-01] occupations are found, chosen and removed by keyboard alone, and each choice is saved', async ({
  page,
}) => {
  const errors = collectErrors(page);
  await openJobCategories(page);
  const occupations = new ChoiceField(page, 'occupationalField');
  const { combobox, options, chosen, status } = occupations;
  await expect(combobox).toHaveAccessibleName(/^Occupation/);
  await expect(combobox).toHaveAccessibleDescription(/At most 3\./);
  await expect(occupations.frame.getByRole('checkbox')).toHaveCount(0);
  const active = () =>
    combobox.evaluate((input) => {
      const id = input.getAttribute('aria-activedescendant');
      return id === null ? null : document.getElementById(id)!.textContent;
    });

  const list = occupations.frame.locator(`[id="${(await combobox.getAttribute('aria-controls'))!}"]`);
  await expect(list).toHaveRole('listbox');
  await expect(list).toHaveAttribute('aria-multiselectable', 'true');
  await combobox.focus();
  await expect(combobox).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('NÚRS');
  await expect(combobox).toHaveAttribute('aria-expanded', 'true');
  expect(await options.allInnerTexts()).toEqual(['Nursing']);
  await expect(status).toHaveText(/^1 of \d+ shown$/);
  expect(await active()).toBe('Nursing');
  // A single match stays active, so that Enter always adds it.
  for (const key of ['ArrowDown', 'ArrowUp']) {
    await page.keyboard.press(key);
    expect(await active()).toBe('Nursing');
  }
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Nursing added. Chosen: 1 of at most 3');
  await expect(chosen).toHaveText(['Nursing']);
  await expect(chosen.first()).toHaveAccessibleName('Remove Nursing');
  await expect(combobox).toHaveValue('');
  await expect(occupations.frame.getByRole('option', { name: 'Nursing' })).toHaveAttribute('aria-selected', 'true');

  // The whole list is shown again, and none of its options is active before an arrow key is pressed.
  const all = await options.allInnerTexts();
  expect(all.length).toBeGreaterThan(15);
  expect(await active()).toBeNull();
  await page.keyboard.press('ArrowUp');
  expect(await active()).toBe(all.at(-1));
  await expect(options.last()).toBeInViewport();
  await page.keyboard.press('Home');
  expect(await active()).toBeNull();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe(all[1]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  expect(await active()).toBe(all[2]);
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText(['Nursing', all[1]!, all[2]!]);
  await expect(status).toHaveText(`${all[2]} added. Chosen: 3 of at most 3`);

  // Enter never submits the form. Escape first closes the list, and then clears the text.
  await page.keyboard.press('Escape');
  await expect(combobox).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.type('xyz');
  await expect(status).toHaveText('No match for “xyz”');
  await expect(combobox).toHaveAttribute('aria-expanded', 'false');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(combobox).toHaveValue('');
  expect(new URL(page.url()).searchParams.get('step')).toBe('categories');

  await page.keyboard.press('Backspace');
  await expect(status).toHaveText(`${all[2]} removed. Chosen: 2 of at most 3`);
  await page.keyboard.press('Shift+Tab');
  await expect(chosen.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText(['Nursing']);
  await expect(chosen.first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(combobox).toBeFocused();

  // Text that was typed without choosing is removed when the focus leaves.
  await page.keyboard.type('dri');
  await page.keyboard.press('Tab');
  await expect(new ChoiceField(page, 'industries').combobox).toBeFocused();
  await expect(combobox).toHaveValue('');
  await expect(options).toHaveCount(0);

  await expect(savedNote(page)).toContainText('Saved');
  await page.reload();
  await expect(chosen).toHaveText(['Nursing']);
  expect(errors).toEqual([]);
});

test('[REC-01] typing in a long list sends nothing, and a choice is sent once', async ({ page }) => {
  await openJobCategories(page);
  await watchForm(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/job/wizard')) sent.push(request.postData() ?? '');
  });
  const skills = new ChoiceField(page, 'skills');
  await skills.combobox.pressSequentially('cook');
  await page.keyboard.press('Tab');
  // Only the change of another field is saved.
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('#field-minSalary').fill('30000');
  await answered;
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toContain('cook');
  await skills.choose('Cooking for large groups');
  await expect.poll(() => sent.length).toBe(2);
  const [value] = await skills.values();
  expect(new URLSearchParams(sent[1]).getAll('skills')).toEqual([value]);
});

test('[VALID-03] the error of a long list links to its combobox, and disappears when an option is chosen', async ({
  page,
}) => {
  await openJobCategories(page);
  await watchForm(page);
  const occupations = new ChoiceField(page, 'occupationalField');
  await formButton(page, 'next').click();
  await page.locator('[data-form-errors] li a[href="#field-occupationalField"]').press('Enter');
  await expect(occupations.combobox).toBeFocused();
  await expect(occupations.combobox).toHaveAttribute('aria-invalid', 'true');
  await expect(occupations.combobox).toHaveAccessibleDescription(/Field is required/);
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.type('nurs');
  await page.keyboard.press('Enter');
  await expect(errorAt(page, 'occupationalField')).toBeEmpty();
  await expect(occupations.combobox).not.toHaveAttribute('aria-invalid');
  for (const index of [0, 1, 2]) await occupations.chooseAt(index);
  await expect(occupations.status).toHaveText(/ added\. Chosen: 4 of at most 3$/);
  await page.keyboard.press('Tab');
  await expect(errorAt(page, 'occupationalField')).toHaveText('Please choose at most 3');
  // The server reports the same error at the same field.
  await page.locator('form[data-defined-form]').evaluate((form: HTMLFormElement) => {
    const go = document.createElement('input');
    Object.assign(go, { type: 'hidden', name: 'go', value: 'next' });
    form.append(go);
    form.submit();
  });
  await page.waitForURL('**error=check');
  await expect(occupations.combobox).toHaveAttribute('aria-invalid', 'true');
  await occupations.remove('Nursing');
  await expect(errorAt(page, 'occupationalField')).toBeEmpty();
});

test('[REC-01] a choice made without a connection is kept on the device, and restored', async ({ page, context }) => {
  await openJobCategories(page);
  const address = page.url();
  await watchForm(page);
  await context.setOffline(true);
  const benefits = new ChoiceField(page, 'benefits');
  await benefits.chooseAt(1);
  const [value] = await benefits.values();
  await expect(savedNote(page)).toContainText('No connection');
  await page.route('**/job/wizard?**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await context.setOffline(false);
  await page.goto('about:blank');
  await page.goto(address);
  await expect(benefits.chosen).toHaveCount(1);
  expect(await benefits.values()).toEqual([value]);
  await page.unroute('**/job/wizard?**');
  await page.reload();
  await expect(savedNote(page)).toContainText('Saved');
  await page.reload();
  await expect(benefits.chosen).toHaveCount(1);
});

test('[REC-04] the page of an organization has the same lists, in the language of the page', async ({ page }) => {
  await startSession(page, 'recruiter', 'europe', '/de');
  await page.goto(at('/de/user/organization/edit', 'europe'));
  await page.locator('main nav a[href*="step=about"]').click();
  const benefits = new ChoiceField(page, 'benefits');
  await expect(benefits.combobox).toBeVisible();
  const before = await benefits.values();
  await benefits.combobox.fill('zzz');
  await expect(benefits.status).toHaveText('Kein Treffer für „zzz“');
  await benefits.combobox.fill('');
  await benefits.frame.locator('[role="option"][aria-selected="false"]').first().click();
  await expect(benefits.status).toHaveText(/ hinzugefügt\. Ausgewählt: \d+/);
  expect(await benefits.values()).toHaveLength(before.length + 1);
  await expect(benefits.chosen.last()).toHaveAccessibleName(/ entfernen$/);
  await benefits.chosen.last().click();
  await expect(benefits.status).toHaveText(/ entfernt\. Ausgewählt: \d+/);
  expect(await benefits.values()).toEqual(before);
});

test('[APP-03] a long list for a single choice can be searched, too, without losing the earlier choice', async ({
  page,
}) => {
  await startSession(page, 'applicant', 'uk');
  await page.goto(at('/resume/edit?step=work_experience', 'uk'));
  const field = page.locator('[data-field="workExperience.1.occupation"]');
  const combobox = field.getByRole('combobox');
  const sent = field.locator('select');
  await expect(combobox).toHaveAttribute('aria-autocomplete', 'list');
  await expect(sent).toBeHidden();
  await expect(combobox).toHaveAccessibleName(/^Occupation/);
  const before = await combobox.inputValue();
  const stored = await sent.inputValue();
  const textOf = () => sent.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text);

  // The list opens at the earlier choice.
  await combobox.click();
  expect(await field.getByRole('option').count()).toBeGreaterThan(15);
  await expect(field.getByRole('option', { selected: true })).toHaveCount(stored === '' ? 0 : 1);
  await page.keyboard.type('nurs');
  await expect(field.getByRole('option')).toHaveText(['Nursing']);
  expect(await sent.inputValue()).toBe(stored);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(combobox).toHaveValue(before);
  await combobox.fill('xyz');
  await expect(field.getByRole('status')).toHaveText('No match for “xyz”');
  await page.keyboard.press('Tab');
  await expect(combobox).toHaveValue(before);

  // Enter chooses the first match, and so does moving on to the next field.
  for (const [typed, key, found] of [
    ['nurs', 'Enter', 'Nursing'],
    ['driving', 'Tab', 'Driving & transport'],
  ] as const) {
    await combobox.fill(typed);
    await page.keyboard.press(key);
    await expect(combobox).toHaveValue(found);
    expect(await textOf()).toBe(found);
    await expect(field.getByRole('listbox')).toBeHidden();
  }
  await expect(savedNote(page)).toContainText('Saved');
  await page.reload();
  await expect(combobox).toHaveValue('Driving & transport');
  await combobox.fill('');
  expect(await sent.inputValue()).toBe('');
  expect(await axeViolations(page)).toEqual([]);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  if (before === '') await page.keyboard.press('Tab');
  else await combobox.fill(before).then(() => page.keyboard.press('Enter'));
  expect(await sent.inputValue()).toBe(stored);
  await answered;
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[REC-01] a long list consists of checkboxes, with the chosen ones first', async ({ page }) => {
    await startSession(page, 'recruiter');
    await page.goto(at('/job/wizard'));
    await page.locator('#field-title').fill(`Box ticker ${Date.now().toString(36)}`);
    await page.locator('#field-description').fill('You tick boxes.');
    await formButton(page, 'next').click();
    await page.goto(page.url().replace(/step=\w+/, 'step=categories'));
    const { frame, combobox } = new ChoiceField(page, 'occupationalField');
    await expect(combobox).toBeHidden();
    await frame.getByRole('checkbox', { name: 'Nursing' }).check();
    await formButton(page, 'next').click();
    await page.waitForURL('**error=check');
    await expect(frame.getByRole('checkbox').first()).toBeChecked();
    await expect(frame.getByRole('checkbox').first()).toHaveAccessibleName('Nursing');
    await expect(frame.locator('[data-combobox] li')).toHaveText(['Nursing']);
    await expect(frame.locator('[data-combobox]')).toBeHidden();
  });
});
