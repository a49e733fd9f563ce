import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { logIn, startSession } from '../support/demo-login';
import { expectSound } from '../support/sound-page';

const LANGUAGES = ['en', 'de', 'fr'];

/** @returns number of pixels by which a table, or a text in it, overflows its container */
function excess(table: Locator): Promise<number> {
  return table.evaluate((element) => {
    const { right } = element.parentElement!.getBoundingClientRect();
    const range = document.createRange();
    const ends = [...element.querySelectorAll('th, td')].map((cell) => {
      range.selectNodeContents(cell);
      return range.getBoundingClientRect().right;
    });
    return Math.max(0, Math.ceil(Math.max(element.getBoundingClientRect().right, ...ends) - right));
  });
}

/** @returns the words in a table that are broken across lines for lack of space */
function brokenWords(table: Locator): Promise<string[]> {
  return table.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const broken: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: word, index } of text.textContent!.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    return broken;
  });
}

async function expectReadable(page: Page, selector: string, widths: readonly number[]): Promise<void> {
  const tables = page.locator(selector);
  await expect(tables.first()).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    for (const table of await tables.all()) {
      const where = { url: page.url(), width };
      const found = { ...where, excess: await excess(table), broken: await brokenWords(table) };
      expect(found).toEqual({ ...where, excess: 0, broken: [] });
    }
  }
  await expectSound(page, [{ width: widths[0]! }]);
}

test('[REC-03] [WCAG-01] the numbers of a job are readable on a small phone in each language', async ({ page }) => {
  await startSession(page, 'recruiter', 'europe', '/de');
  await page.goto(at('/de/applications', 'europe'));
  await page.locator('main a[href*="/bewerbungen/"]').first().click();
  await page.waitForURL(/\/bewerbungen\/\d+/);
  const [id] = /\d+$/.exec(new URL(page.url()).pathname)!;
  for (const language of LANGUAGES) {
    await page.goto(at(`/${language}/applications/${id}`, 'europe'));
    await page.locator('#numbers summary').click();
    await expectReadable(page, '#numbers table', [320, 390, 479, 820]);
  }
});

function failureNote(language: string): string {
  const texts = JSON.parse(readFileSync(`catalogues/${language}/admin.json`, 'utf8')) as {
    retention: { failedAt: string };
  };
  return texts.retention.failedAt.replace('{time}', '28.11.2026, 13:47:49');
}

test('[WCAG-01] the table of retention periods is readable on a tablet in each language', async ({ page }) => {
  await logIn(page, 'admin', 'europe', '/de');
  for (const language of LANGUAGES) {
    await page.goto(at(`/${language}/admin/retention`, 'europe'));
    // A run fails rarely, but the note about it has the longest word of its column.
    await page
      .locator('#kinds tbody tr')
      .first()
      .locator('td')
      .nth(1)
      .evaluate(
        (cell, text) => (cell.appendChild(document.createElement('p')).textContent = text),
        failureNote(language),
      );
    await expectReadable(page, '#kinds table', [320, 699, 700, 820, 1099, 1100, 1280]);
  }
});
