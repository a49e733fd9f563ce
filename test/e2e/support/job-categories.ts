import { expect, type Locator, type Page } from '@playwright/test';
import { at } from './browser-site';
import { watchForm } from './checked-form';
import { ChoiceField } from './choice-field';
import { logIn } from './demo-login';

/** The note that says whether a form has been saved. */
export function savedNote(page: Page): Locator {
  return page.locator('[data-form-saved]');
}

/** Creates a job as a recruiter, and opens the step of its form that has the long lists. */
export async function openJobCategories(page: Page): Promise<void> {
  await logIn(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await watchForm(page);
  await page.locator('#field-title').fill(`List reader ${Date.now().toString(36)}`);
  await expect(page).toHaveURL(/job=\d+/);
  await expect(savedNote(page)).toContainText('Saved');
  await page.goto(page.url().replace('step=job', 'step=categories'));
  await expect(new ChoiceField(page, 'occupationalField').combobox).toBeVisible();
}
