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

/** Waits for the script of a page's form. @returns the requests that send the form from then on; what saves by itself is none of them */
export async function watchForm(page: Page): Promise<string[]> {
  await expect(page.locator('main form[data-checks]')).toHaveJSProperty('noValidate', true);
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
