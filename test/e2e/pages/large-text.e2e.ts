import { expect, type Page, test } from '@playwright/test';
import config from '../../../playwright.config';
import { at, type SiteName } from '../support/browser-site';

const { launchOptions } = config.use!;

// The text size of the browser, on which `rem` depends, and `em` in media queries: twice the usual 16 pixels.
test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions!.args!, '--blink-settings=defaultFontSize=32'] },
  viewport: { width: 390, height: 844 },
});

/** @returns the words in headings of cards that are broken across lines for lack of space */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('#results h2 a').evaluateAll((links) => {
    const range = document.createRange();
    return links.flatMap((link) => {
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of text.textContent!.matchAll(/[\p{L}\p{N}]+/gu)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      return broken;
    });
  });
}

const PAGES: [path: string, site?: SiteName][] = [
  ['/'],
  ['/jobs?search=fundraising'],
  ['/organizations'],
  ['/de/jobs', 'europe'],
  ['/fr/jobs?search=manager', 'europe'],
];

test('[WCAG-01] with text of twice the size, nothing is wider than a phone', async ({ page }) => {
  for (const [path, site] of PAGES) {
    await page.goto(at(path, site));
    const overflow = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
    expect({ path, site, overflow }).toEqual({ path, site, overflow: 0 });
  }
});

test('[WCAG-01] with text of twice the size, a job card on a phone breaks lines between words only', async ({
  page,
}) => {
  await page.goto(at('/jobs?search=fundraising'));
  const logo = (await page.locator('#results li:has(h2) > :first-child').first().boundingBox())!;
  const title = (await page.locator('#results h2').first().boundingBox())!;
  expect(title.y).toBeGreaterThanOrEqual(logo.y + logo.height);
  expect(await brokenWords(page)).toEqual([]);
});

test('[WCAG-01] with text of twice the size, the buttons for a job do not cover the page of a phone', async ({
  page,
}) => {
  await page.goto(at('/jobs?search=fundraising'));
  await page.locator('#results h2 a').first().click();
  await expect(page).toHaveURL(/\/job\/\d+\//);
  await expect(page.locator('article [data-save]')).not.toBeInViewport();
});
