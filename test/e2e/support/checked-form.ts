import { expect, type Locator, type Page } from '@playwright/test';

/** Below a field. */
export const errorAt = (page: Page, field: string): Locator => page.locator(`[id="field-${field}-error"]`);

/** What stands below all fields that have something, by field. */
export function shownErrors(page: Page): Promise<Record<string, string>> {
  return page
    .locator('main form [id^="field-"][id$="-error"]')
    .evaluateAll((places) =>
      Object.fromEntries(
        places.flatMap(({ id, textContent }) =>
          textContent ? [[id.slice('field-'.length, -'-error'.length), textContent] as const] : [],
        ),
      ),
    );
}

/** Begins to use a page's form, and waits for its script. A script of the page may have to come first: the touch is repeated. */
export async function useForm(page: Page): Promise<void> {
  const form = page.locator('main form[data-checks]');
  await expect(async () => {
    await form.dispatchEvent('focusin');
    // The script takes the browser's own checks away, and adds the place where it says what is wrong with a field that was left.
    await expect(form).toHaveJSProperty('noValidate', true, { timeout: 500 });
    await expect(form.locator(':scope > p[role="status"]:last-child')).toHaveCount(1, { timeout: 500 });
  }).toPass();
}

/**
 * Waits for the script of a page's form, which some forms load when they are first used.
 *
 * @returns the requests that send the form from then on; what saves by itself is none of them
 */
export async function watchForm(page: Page): Promise<string[]> {
  await useForm(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) sent.push(request.url());
  });
  return sent;
}

/** Leaves a field as somebody does who works with the keyboard. */
export async function leave(page: Page, field: string, text?: string): Promise<void> {
  const control = page.locator(`[id="field-${field}"]`);
  if (text !== undefined) await control.fill(text);
  await control.focus();
  await page.keyboard.press('Tab');
}
