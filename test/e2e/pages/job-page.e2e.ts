import { expect, type Page, test } from '@playwright/test';
import { at, collectErrors, hasSettled } from '../support/browser-site';
import { expectSound } from '../support/sound-page';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

/** Paths of the job pages in the first results. */
async function jobPaths(page: Page, list = '/jobs'): Promise<string[]> {
  const html = await (await page.request.get(at(list))).text();
  return [...new Set([...html.matchAll(/href="(\/job\/\d+\/[^"?#]+)"/g)].map(([, path]) => path!))];
}

/** Opens the first job that accepts applications by email, but for those of other tests. */
async function openJobByMail(page: Page): Promise<void> {
  for (const path of await jobPaths(page, '/jobs?search=manager')) {
    const html = await (await page.request.get(at(path))).text();
    if (html.includes('Apply by email')) {
      await page.goto(at(path));
      return;
    }
  }
  throw new Error('None of these jobs accepts applications by email.');
}

test('[SEARCH-16] on a wide screen, facts and application button stay next to the description', async ({ page }) => {
  await page.setViewportSize(DESK);
  // The newest job may belong to another test, and have a short description.
  const [path] = await jobPaths(page, '/jobs?search=nurse');
  await page.goto(at(path!));
  const apply = page.locator('article [data-save]');
  const description = page.getByRole('heading', { name: 'About the job' });
  await expect(apply).toBeInViewport({ ratio: 1 });
  expect((await apply.boundingBox())!.x).toBeGreaterThan((await description.boundingBox())!.x + 500);
  await page.mouse.wheel(0, 500);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(500);
  await expect(apply).toBeInViewport({ ratio: 1 });
  await expect(page.locator('article dl').first()).toBeInViewport();
  await expectSound(page, [
    { width: 1440, colorScheme: 'dark' },
    { width: 1000, colorScheme: 'light' },
    { width: 820, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
    { width: 320, colorScheme: 'light' },
  ]);
});

test('[SEARCH-16] on a phone the back link returns to the results at the previous scroll position', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const errors = collectErrors(page);
  await page.goto(at('/jobs?search=manager'));
  await hasSettled(page);
  const results = page.url();
  const link = page.locator('#results h2 a').nth(5);
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(300);
  await link.click();
  await expect(page).toHaveURL(/\/job\/\d+\//);
  const trail = page.getByRole('navigation', { name: 'You are here' });
  const back = trail.getByRole('link', { name: /^Back to [\d,]+ results$/ });
  await expect(back).toBeVisible();
  await expect(trail.getByRole('link')).toHaveCount(1);
  expect((await trail.boundingBox())!.height).toBeLessThan(60);
  await back.click();
  await expect(page).toHaveURL(results);
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(80);
  expect(errors).toEqual([]);
});

test('[SEARCH-16] [WCAG-01] on a phone, the focus follows the page: the employer comes after the description', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const [path] = await jobPaths(page, '/jobs?search=nurse');
  await page.goto(at(path!));
  const headings = await page.locator('article h2').allInnerTexts();
  expect(headings.at(-1)).toMatch(/^About /);
  expect(headings[0]).toBe('About the job');
  await page.locator('article [data-save]').focus();
  const tops: number[] = [];
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    tops.push(await page.evaluate(() => document.activeElement!.getBoundingClientRect().y + window.scrollY));
  }
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
});

/** Adds many links to the description of the shown job, and moves the focus through them. @returns the covered ones */
async function coveredLinks(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const article = page.locator('article:visible');
  await article
    .locator('section')
    .first()
    .evaluate((section) => {
      for (let number = 1; number <= 40; number += 1) {
        const line = document.createElement('p');
        line.innerHTML = `<a href="#added">Link ${number}</a>`;
        section.append(line);
      }
    });
  await article.getByRole('link', { name: key === 'Tab' ? 'Link 1' : 'Link 40', exact: true }).focus();
  const covered: string[] = [];
  for (let step = 0; step < 38; step += 1) {
    await page.keyboard.press(key);
    covered.push(
      ...(await page.evaluate(() => {
        const focused = document.activeElement!;
        const { x, y, height } = focused.getBoundingClientRect();
        const edges = [y + 1, y + height - 1].map((edge) => document.elementFromPoint(x + 5, edge));
        return edges.every((edge) => edge === focused) ? [] : [focused.textContent];
      })),
    );
  }
  return covered;
}

for (const { width, key } of [
  { width: 390, key: 'Tab' },
  { width: 720, key: 'Tab' },
  { width: 950, key: 'Shift+Tab' },
] as const)
  test(`[WCAG-01] the button to apply does not cover the focused element at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    const [path] = await jobPaths(page, '/jobs?search=nurse');
    await page.goto(at(path!));
    expect(await coveredLinks(page, key)).toEqual([]);
  });

test('[WCAG-01] the button to apply does not cover the focused element beside the results', async ({ page }) => {
  await page.setViewportSize(DESK);
  await page.goto(at('/jobs?search=nurse'));
  await expect(page.locator('#job-title')).toBeVisible();
  expect(await coveredLinks(page, 'Shift+Tab')).toEqual([]);
});

test('[SEARCH-16] visitors who come to a job from elsewhere get a link to the jobs on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(at('/jobs?search=manager'));
  const [path] = await jobPaths(page);
  await page.goto(at(path!));
  await hasSettled(page);
  const trail = page.getByRole('navigation', { name: 'You are here' });
  await expect(trail.getByRole('link')).toHaveCount(1);
  await expect(trail.getByRole('link')).toHaveAttribute('href', /\/jobs/);
});

test('[SEARCH-16] the link of a job and the address to apply to can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize(PHONE);
  await openJobByMail(page);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await page.locator('summary', { hasText: 'Apply by email' }).click();
  const address = page.locator('main a[href^="mailto:"]').first();
  await expect(address).toBeInViewport({ ratio: 1 });
  await expect(address).toHaveText(/@/);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page.locator('#announcer')).toHaveText('Copied');
  expect(await copied()).toBe(await address.innerText());
  await expectSound(page, [{ width: 320, colorScheme: 'light' }, PHONE, { width: 1440, colorScheme: 'dark' }]);

  await page.locator('summary', { hasText: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toBe(page.url());
  await context.clearPermissions();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('[SEARCH-16] the address to apply to is in a disclosure, without a button that would do nothing', async ({
    page,
  }) => {
    await openJobByMail(page);
    await page.locator('summary', { hasText: 'Apply by email' }).click();
    await expect(page.locator('main a[href^="mailto:"]').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeHidden();
  });
});
