import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { at } from '../support/browser-site';
import { forgetSession, logIn, startSession } from '../support/demo-login';
import { formButton } from '../support/form-button';

/** Submits the form without scripts. @returns the address of the page that shows the draft */
async function writeDraft(browser: Browser, title: string): Promise<string> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await startSession(page, 'recruiter');
  await page.goto(at('/job/wizard'));
  await page.locator('#field-title').fill(title);
  const text = Array.from({ length: 40 }, (_none, index) => `Part ${index}: you look after bees, day and night.`);
  await page.locator('#field-description').fill(text.join('\n\n'));
  await formButton(page, 'next').click();
  await page.waitForURL('**step=company');
  const address = page.url().replace('step=company', 'step=preview');
  await context.close();
  return address;
}

async function opacityAt(page: Page, pixels: number): Promise<number> {
  return page.evaluate(async (top) => {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return Number(getComputedStyle(document.querySelector('#job-title')!.closest('[data-preview], main')!).opacity);
  }, pixels);
}

test('[SEARCH-16] an unpublished job fades after scrolling 550 pixels for owner and administrator, and does not exist for others', async ({
  page,
  browser,
}) => {
  test.slow();
  const title = `Bee warden ${Date.now().toString(36)}`;
  const address = await writeDraft(browser, title);
  const id = /job=(\d+)/.exec(address)![1]!;
  await page.setViewportSize({ width: 390, height: 844 });
  for (const owner of ['recruiter', 'admin']) {
    await forgetSession(page);
    await startSession(page, owner);
    await page.goto(address);
    await expect(page.locator('[data-preview] #job-title')).toHaveText(title);
    expect([await opacityAt(page, 0), await opacityAt(page, 550)]).toEqual([1, 1]);
    expect(await opacityAt(page, 900)).toBeCloseTo(0.9, 2);
    // The faded text is still readable.
    const { violations } = await new AxeBuilder({ page }).withRules(['color-contrast']).analyze();
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  }
  // A browser without scroll-driven animations.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/animation-timeline:\s*scroll\(/g, 'animation-timeline:unknown(');
    await route.fulfill({ response, body });
  });
  await page.goto(address);
  await expect(page.locator('[data-fades]')).toHaveCSS('animation-name', 'none');
  await page.evaluate(() => scrollTo({ top: 550, behavior: 'instant' }));
  await expect(page.locator('[data-fades]')).toHaveCSS('opacity', '1');
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await expect(page.locator('[data-fades]')).toHaveCSS('opacity', '0.9');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect(page.locator('[data-fades]')).toHaveCSS('opacity', '1');
  await page.unroute('**/*.css');
  const path = `/job/${id}/bee-warden`;
  for (const other of ['anonymous', 'applicant']) {
    await forgetSession(page);
    if (other !== 'anonymous') await logIn(page, other);
    expect((await page.goto(at(path)))!.status()).toBe(404);
    await page.goto(address);
    await expect(page.locator('body')).not.toContainText(title);
  }
  // Public pages are not affected.
  await page.goto(at('/jobs'));
  await page.goto(at((await page.locator('[data-region="results"] h2 a').first().getAttribute('href'))!));
  expect([await opacityAt(page, 0), await opacityAt(page, 900)]).toEqual([1, 1]);
});
