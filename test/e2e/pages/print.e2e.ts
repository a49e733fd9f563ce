import { expect, type Page, test } from '@playwright/test';
import { at, type SiteName } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

/** Printed appearance of a page: the visible parts of its frame, and its colours. */
async function printed(page: Page) {
  return page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility() && element.getClientRects().length > 0;
    const shown = (selector: string) => [...document.querySelectorAll(selector)].filter(isShown);
    const channels = (colour: string) => (colour.match(/\d+(\.\d+)?/g) ?? []).slice(0, 3).map(Number);
    // Components of `color(srgb 1 1 1)` range to 1, those of `rgb(255, 255, 255)` to 255.
    const lightness = (colour: string) => Math.max(...channels(colour)) * (colour.startsWith('color(') ? 255 : 1);
    const texts = shown('main h1, main h2, main h3, main p, main li, main dd, main a').filter((each) =>
      each.textContent.trim(),
    );
    const grounds = shown('html, body, main, main article, main article *').map(
      (each) => getComputedStyle(each).backgroundColor,
    );
    return {
      frame: shown('body > header, body > footer, nav, button, form, dialog, [data-save], [data-screen-only]').map(
        (each) => each.tagName,
      ),
      // Text may be grey at most, on white or the pale background of an employer's logo; transparent backgrounds show the paper.
      pale: texts.filter((each) => lightness(getComputedStyle(each).color) > 0x60).map((each) => each.textContent),
      dark: grounds.filter((colour) => !/, 0\)$/.test(colour) && lightness(colour) < 0xd0),
      overflow: Math.max(document.documentElement.scrollWidth - innerWidth, 0),
    };
  });
}

const CLEAN = { frame: [], pale: [], dark: [], overflow: 0 };

/** Sets the size of an A4 sheet at 96 dpi, without its margins. */
async function onPaper(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print', colorScheme });
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const site of ['default', 'charity-ca', 'europe'] as const satisfies readonly SiteName[]) {
    test(`[PAGE-09] ${site}, ${colorScheme}: a job is printed black on white, without what only a screen needs, with its address`, async ({
      page,
    }) => {
      const home = site === 'europe' ? '/en' : '';
      await page.goto(at(`${home}/jobs`, site));
      const path = (await page.locator('[data-region="results"] h2 a').first().getAttribute('href'))!;
      const own = await page.goto(at(path, site));
      const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
      expect(own!.status()).toBe(200);
      const address = page.locator('[data-printed] li').last();
      await expect(address).toBeHidden();
      await onPaper(page, colorScheme);
      expect(await printed(page)).toEqual(CLEAN);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(address).toHaveText(canonical!);
      await expect(address).toBeVisible();
    });
  }

  test(`[PAGE-09] ${colorScheme}: a resume is printed black on white, without what only a screen needs`, async ({
    page,
  }) => {
    await page.goto(at('/user/login'));
    await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/dashboard*');
    await page.goto(at('/resumes'));
    await page.locator('[data-region="results"] > ol h2 a').first().click();
    await page.waitForURL(/\/resume\//);
    await onPaper(page, colorScheme);
    expect(await printed(page)).toEqual(CLEAN);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('article')).toContainText(/\S/);
  });
}
