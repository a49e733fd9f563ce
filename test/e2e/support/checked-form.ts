import { expect, type Locator, type Page } from '@playwright/test';

/** Error message below a field. */
export const errorAt = (page: Page, field: string): Locator => page.locator(`[id="field-${field}-error"]`);

/** All shown error messages, by field. */
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

/** Starts to use a page's form, and waits for its script. Another script may have to load first, so the interaction is repeated. */
export async function useForm(page: Page): Promise<void> {
  const form = page.locator('main form[data-checks]');
  await expect(async () => {
    await form.dispatchEvent('focusin');
    // The script disables the browser's own validation, and adds the region that announces errors of a field that was left.
    await expect(form).toHaveJSProperty('noValidate', true, { timeout: 500 });
    await expect(form.locator(':scope > p[role="status"]:last-child')).toHaveCount(1, { timeout: 500 });
  }).toPass();
}

/**
 * Waits for the script of a page's form, which some forms load at first use.
 *
 * @returns requests that submit the form from then on, without those of automatic saving
 */
export async function watchForm(page: Page): Promise<string[]> {
  await useForm(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.isNavigationRequest()) sent.push(request.url());
  });
  return sent;
}

/** Leaves a field by keyboard. */
export async function leave(page: Page, field: string, text?: string): Promise<void> {
  const control = page.locator(`[id="field-${field}"]`);
  if (text !== undefined) await control.fill(text);
  await control.focus();
  await page.keyboard.press('Tab');
}
