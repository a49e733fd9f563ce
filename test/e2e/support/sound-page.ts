import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type * as Axe from 'axe-core';
import { expect, type Page } from '@playwright/test';

export interface View {
  width: number;
  colorScheme?: 'light' | 'dark';
}

/** Widths of a desktop screen, a tablet and a phone; the phone is last, because tests continue with it. */
export const VIEWS: readonly View[] = [{ width: 1440 }, { width: 820 }, { width: 390 }];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @returns axe violations on a page in its present state */
export async function axeViolations(page: Page): Promise<string[]> {
  const violations = page.frames().length > 1 ? await inAllFrames(page) : await inOneFrame(page);
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html ?? ''}`);
}

/** Takes a third of the time: axe is not loaded into other frames, and only violations are reported. */
async function inOneFrame(page: Page): Promise<Axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof Axe };
    return (await axe.run(document, { resultTypes: ['violations'], preload: false, elementRef: false })).violations;
  });
}

async function inAllFrames(page: Page): Promise<Axe.Result[]> {
  return (await new AxeBuilder({ page }).analyze()).violations;
}

/** Checks the present page in several views: there are no axe violations, and nothing is wider than the screen. */
export async function expectSound(page: Page, views: readonly View[] = VIEWS): Promise<void> {
  for (const { width, colorScheme } of views) {
    await page.setViewportSize({ width, height: 844 });
    if (colorScheme) await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await axeViolations(page);
    const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    const where = { url: page.url(), width, colorScheme };
    expect({ ...where, violations, overflow }).toEqual({ ...where, violations: [], overflow: 0 });
  }
}
