import { expect, type Page, type Request, test } from '@playwright/test';
import { at, collectErrors, hasSettled, titles, total } from '../support/browser-site';
import { expectSound } from '../support/sound-page';

const DESK = { width: 1440, height: 900 };
const BESIDE = /[?&]jobId=/;
const VIEW = /\/job-views\//;

const pane = (page: Page) => page.locator('[data-region="pane"]');
const tips = (page: Page) => pane(page).getByRole('heading', { name: 'Search tips' });
const current = (page: Page) => page.locator('#results li[aria-current="true"] h2 a');

function requestsFor(page: Page, address: RegExp): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (address.test(request.url())) requests.push(request);
  });
  return requests;
}

/** Checks that the first job of the list is open next to it, and that the address is still that of the search. */
async function expectFirstOpen(page: Page): Promise<string> {
  await hasSettled(page);
  const [first] = await titles(page);
  await expect(pane(page).locator('#job-title')).toHaveText(first!);
  await expect(current(page)).toHaveText([first!]);
  await expect(page).not.toHaveURL(BESIDE);
  return first!;
}

test.describe('on a wide screen', () => {
  test.use({ viewport: DESK });

  test('[SEARCH-01] the first job opens by itself: nothing else changes, and it counts as viewed only when its card is chosen', async ({
    page,
  }) => {
    const errors = collectErrors(page);
    const beside = requestsFor(page, BESIDE);
    const views = requestsFor(page, VIEW);
    await page.goto(at('/jobs?search=manager'));
    const entries = await page.evaluate(() => history.length);
    const first = await expectFirstOpen(page);
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(at('/jobs?search=manager'));
    expect(
      await page.evaluate(() => ({
        entries: history.length,
        focus: document.activeElement?.tagName,
        said: document.getElementById('announcer')?.textContent,
        scrolled: scrollY,
      })),
    ).toEqual({ entries, focus: 'BODY', said: '', scrolled: 0 });
    expect([beside.length, views.length]).toEqual([1, 0]);
    await expectSound(page, [
      { width: 1440, colorScheme: 'light' },
      { width: 1440, colorScheme: 'dark' },
    ]);
    await page.setViewportSize(DESK);
    await expectFirstOpen(page);
    expect(views.length).toBe(0);

    await page.getByRole('link', { name: first, exact: true }).first().click();
    await expect(page).toHaveURL(BESIDE);
    await expect(page.locator('#job-title')).toBeFocused();
    await expect(current(page)).toHaveText([first]);
    await expect.poll(() => views.length).toBe(1);
    await page.goBack();
    await expectFirstOpen(page);
    expect(views.length).toBe(1);
    expect(errors).toEqual([]);
  });

  test('[SEARCH-01] using the job that opened by itself counts as a view', async ({ page }) => {
    const views = requestsFor(page, VIEW);
    await page.goto(at('/jobs'));
    await expectFirstOpen(page);
    await pane(page).locator('#job-title').click();
    await pane(page).locator('[data-save]').click();
    await expect.poll(() => views.length).toBe(1);
    await pane(page).locator('[data-save]').click();
    await expect(pane(page).locator('[data-save]')).toHaveAttribute('aria-pressed', 'false');
    await page.waitForLoadState('networkidle');
    expect(views.length).toBe(1);
    await expect(page).not.toHaveURL(BESIDE);
  });

  test('[SEARCH-01] each new list opens its first job: after a filter, a sort order, a page, back and forward', async ({
    page,
  }) => {
    await page.goto(at('/jobs?search=manager'));
    const all = await total(page);
    const first = await expectFirstOpen(page);
    // The job of the previous list stays until the next one is loaded.
    await page.evaluate(() => {
      Object.assign(window, { tipsCame: false });
      new MutationObserver(() => {
        if (!document.getElementById('job-title')) Object.assign(window, { tipsCame: true });
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole('checkbox', { name: /^Full-time/ }).check();
    await expect.poll(() => total(page)).toBeLessThan(all);
    await expectFirstOpen(page);
    await page.getByRole('link', { name: 'Newest' }).click();
    await expect(page).toHaveURL(/sorting=/);
    await expectFirstOpen(page);
    await page.getByRole('link', { name: /next/i }).click();
    await expect(page).toHaveURL(/page=2/);
    const second = await expectFirstOpen(page);
    expect(await page.evaluate(() => (window as unknown as { tipsCame: boolean }).tipsCame)).toBe(false);
    for (let step = 0; step < 3; step += 1) await page.goBack();
    await expect.poll(() => total(page)).toBe(all);
    expect(await expectFirstOpen(page)).toBe(first);
    for (let step = 0; step < 3; step += 1) await page.goForward();
    await expect(page).toHaveURL(/page=2/);
    await expect.poll(() => expectFirstOpen(page)).toBe(second);
  });

  test('[SEARCH-01] Escape shows the tips again, and that search opens no job by itself any more', async ({ page }) => {
    await page.goto(at('/jobs?search=manager'));
    await expectFirstOpen(page);
    const address = page.url();
    const entries = await page.evaluate(() => history.length);
    const asked = requestsFor(page, /\/jobs/);
    const box = page.getByRole('checkbox', { name: /^Full-time/ });
    await box.focus();
    await page.keyboard.press('Escape');
    await expect(tips(page)).toBeVisible();
    await expect(current(page)).toHaveCount(0);
    await expect(box).toBeFocused();
    expect([page.url(), await page.evaluate(() => history.length), asked.length]).toEqual([address, entries, 0]);

    // A chosen job opens, and closing it opens no other one.
    const [, title] = await titles(page);
    await page.getByRole('link', { name: title!, exact: true }).first().click();
    await expect(pane(page).locator('#job-title')).toHaveText(title!);
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(BESIDE);
    await expect(tips(page)).toBeVisible();

    await page.getByRole('link', { name: /next/i }).click();
    await expect(page).toHaveURL(/page=2/);
    await expectFirstOpen(page);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(tips(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(tips(page)).toBeVisible();
    await expect(current(page)).toHaveCount(0);
  });

  test('[SEARCH-01] the link that closes it returns the focus to the card', async ({ page }) => {
    await page.goto(at('/jobs'));
    const first = await expectFirstOpen(page);
    await pane(page).locator('[data-close-job]').press('Enter');
    await expect(tips(page)).toBeVisible();
    await expect(page.getByRole('link', { name: first, exact: true }).first()).toBeFocused();
  });

  test('[SEARCH-01] a job that is chosen meanwhile is not replaced by the first one', async ({ page }) => {
    let release = (): void => undefined;
    const chosen = new Promise<void>((resolve) => (release = resolve));
    let held = 0;
    await page.route(BESIDE, async (route) => {
      if (held++ === 0) await chosen;
      await route.continue();
    });
    await page.goto(at('/jobs'));
    const [, title] = await titles(page);
    await expect.poll(() => held).toBe(1);
    await page.getByRole('link', { name: title!, exact: true }).first().click();
    await expect(pane(page).locator('#job-title')).toHaveText(title!);
    release();
    await page.waitForLoadState('networkidle');
    await expect(pane(page).locator('#job-title')).toHaveText(title!);
    await expect(current(page)).toHaveText([title!]);
  });

  for (const answer of ['none', 'an error'] as const) {
    test(`[SEARCH-01] the tips stay if the job cannot be loaded: ${answer}`, async ({ page }) => {
      let asked = 0;
      await page.route(BESIDE, async (route) => {
        asked += 1;
        await (answer === 'none' ? route.abort() : route.fulfill({ status: 503, body: 'away' }));
      });
      await page.goto(at('/jobs'));
      await expect.poll(() => asked).toBe(1);
      await page.waitForLoadState('networkidle');
      await expect(tips(page)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.locator('#offline')).toHaveCount(0);
      await expect(current(page)).toHaveCount(0);
      expect(page.url()).toBe(at('/jobs'));
    });
  }

  test('[WCAG-01] a step back or forward that removes the focused element moves the focus to the job or its card', async ({
    page,
  }) => {
    await page.goto(at('/jobs?search=manager'));
    await expectFirstOpen(page);
    const card = page.locator('#results h2 a').nth(1);
    await card.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#job-title')).toBeFocused();
    await page.goBack();
    await expect(card).toBeFocused();
    await page.goForward();
    await expect(page.locator('#job-title')).toBeFocused();
  });

  test('[SEARCH-01] next to a short list, opening it causes no layout shift', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          (window as unknown as { shift: number }).shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(at('/jobs'));
    const [title] = await titles(page);
    const employer = await page.locator('#results li h2 + p').first().innerText();
    // Higher than the filters of such a list.
    await page.setViewportSize({ width: 1440, height: 2600 });
    await page.goto(at(`/jobs?search=${encodeURIComponent(`"${title!}" "${employer}"`)}`));
    expect(await total(page)).toBeLessThan(4);
    await expectFirstOpen(page);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
  });

  test('[SEARCH-01] the tips stay with data saving', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const beside = requestsFor(page, BESIDE);
    await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
    await expect(page.locator('[data-island="search-box"]')).toHaveAttribute('data-awake', '');
    await expect(tips(page)).toBeVisible();
    expect(beside.length).toBe(0);
  });
});

test('[SEARCH-01] nothing is fetched if there is no room for a job next to the list, and it opens once there is', async ({
  page,
}) => {
  const beside = requestsFor(page, BESIDE);
  for (const width of [390, 1100]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/jobs'), { waitUntil: 'networkidle' });
    await expect(page.locator('[data-island="search-box"]')).toHaveAttribute('data-awake', '');
    await expect(page.locator('#job-title')).toHaveCount(0);
    expect(beside.length).toBe(0);
  }
  await page.setViewportSize(DESK);
  await expectFirstOpen(page);
  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(page.locator('#job-title')).toHaveCount(0);
  await expect(current(page)).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: DESK });

  test('[SEARCH-01] the tips stay, and a card links to its job', async ({ page }) => {
    await page.goto(at('/jobs'));
    await expect(tips(page)).toBeVisible();
    const [title] = await titles(page);
    await page.getByRole('link', { name: title!, exact: true }).first().click();
    await expect(page).toHaveURL(/\/job\/\d+\//);
  });
});
