import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export interface View {
  width: number;
  colorScheme?: 'light' | 'dark';
}

/** Of a desk, a tablet and a phone; the phone's last, to go on with. */
export const VIEWS: readonly View[] = [{ width: 1440 }, { width: 820 }, { width: 390 }];

/** @returns what axe finds on a page as it is shown now */
export async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
}

/** Looks at a page as it is now in several views: axe has nothing to say, and nothing is wider than the screen. */
export async function expectSound(page: Page, views: readonly View[] = VIEWS): Promise<void> {
  for (const { width, colorScheme } of views) {
    await page.setViewportSize({ width, height: 844 });
    if (colorScheme) await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const faults = await axeViolations(page);
    const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    const where = { url: page.url(), width, colorScheme };
    expect({ ...where, faults, overflow }).toEqual({ ...where, faults: [], overflow: 0 });
  }
}
