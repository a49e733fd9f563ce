import { expect, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

/** CKEditor's mark of whom a region of the page belongs to: in its code, whatever the chunk is called. */
const EDITOR_CODE = 'ck-editor__editable';
const WITHOUT_EDITOR = ['/dashboard', '/job-manager', '/jobs', '/user/organization/edit?step=links'];

/** @returns the addresses of the scripts with the editor in them that the page has loaded so far */
async function editorScripts(page: Page): Promise<string[]> {
  return page.evaluate(async (mark) => {
    const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
    const scripts = [...new Set(addresses)].filter((address) => new URL(address).pathname.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()));
    return scripts.filter((_, index) => texts[index]!.includes(mark));
  }, EDITOR_CODE);
}

test('[REC-01] the editor of rich text is loaded where there is something to write with it, and nowhere else', async ({
  page,
}) => {
  await page.goto(at('/user/login'));
  await page.locator('#field-email').fill('recruiter@demo.causeboard.test');
  await page.locator('#field-password').fill(DEMO_PASSWORD);
  await page.locator('#field-password').press('Enter');
  await page.waitForURL('**/dashboard');
  for (const path of WITHOUT_EDITOR) {
    await page.goto(at(path), { waitUntil: 'networkidle' });
    expect({ path, loaded: await editorScripts(page) }).toEqual({ path, loaded: [] });
  }
  await page.goto(at('/job/wizard'), { waitUntil: 'networkidle' });
  await expect(page.locator('#field-description[contenteditable="true"]')).toBeVisible();
  expect(await editorScripts(page)).toHaveLength(1);
});
