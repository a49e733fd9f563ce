import { expect, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { DEMO_PASSWORD } from '../../support/products.mjs';

/** A class name of CKEditor's regions, which identifies its code whatever the name of the chunk. */
const EDITOR_CODE = 'ck-editor__editable';
const WITHOUT_EDITOR = ['/dashboard', '/job-manager', '/jobs', '/user/organization/edit?step=links'];

/** @returns addresses of the loaded scripts that contain the editor */
async function editorScripts(page: Page): Promise<string[]> {
  return page.evaluate(async (mark) => {
    const addresses = performance.getEntriesByType('resource').map(({ name }) => name);
    const scripts = [...new Set(addresses)].filter((address) => new URL(address).pathname.endsWith('.js'));
    const texts = await Promise.all(scripts.map(async (address) => (await fetch(address)).text()));
    return scripts.filter((_, index) => texts[index]!.includes(mark));
  }, EDITOR_CODE);
}

test('[REC-01] the rich text editor is loaded only on pages with a field for it', async ({ page }) => {
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
