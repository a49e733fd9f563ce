import { expect, test } from '@playwright/test';
import { testWithClock } from '../support/open-page';
import { at, hasSettled } from '../support/browser-site';

test('[SEARCH-12] words and place that are not submitted yet survive the first job that opens', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at('/jobs?search=manager'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  await hasSettled(page);
  const words = page.locator('[data-search-form] input[name="search"]');
  const place = page.locator('[data-search-form] input[name="geo_location"]');
  await words.fill('manager garden');
  await place.pressSequentially('Toront');
  await page
    .getByRole('option', { name: /^Toronto/ })
    .first()
    .click();
  const picked = await place.inputValue();
  await page.locator('[data-region="results"] h2 a').nth(1).click();
  await expect(page).toHaveURL(/jobId=/);
  await expect(words).toHaveValue('manager garden');
  await expect(place).toHaveValue(picked);
  // Neither have the coordinates of the picked place got lost.
  await words.press('Enter');
  await expect(page).toHaveURL(/search=manager\+garden&geo_location=Toronto.*&lat=/);
});

test('[SEARCH-12] words typed while results are loading survive, and the field keeps the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('/jobs?search=manager'));
  await expect(page.locator('[data-in-place]')).toHaveCount(1);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/jobs?search=nurse*', async (route) => {
    await released;
    await route.continue();
  });
  const words = page.locator('[data-search-form] input[name="search"]');
  await page.locator('[data-region="search"] > summary').click();
  await words.fill('nurse');
  const requested = page.waitForRequest('**/jobs?search=nurse*');
  await words.press('Enter');
  await requested;
  await words.pressSequentially(' nig');
  release();
  await expect(page).toHaveURL(/search=nurse$/);
  await expect(page.locator('[data-region="search"] > summary')).toHaveText('nurse');
  await expect(words).toHaveValue('nurse nig');
  await expect(words).toBeFocused();
  await words.press('h');
  await expect(words).toHaveValue('nurse nigh');
  // The fields of the next page do not repeat texts that were submitted.
  await words.press('Enter');
  await expect(page).toHaveURL(/search=nurse\+nigh$/);
  await page.goBack();
  await expect(page).toHaveURL(/search=nurse$/);
  await expect(words).toHaveValue('nurse');
});

test('[SEARCH-14] what was typed before the script of the field arrived gets suggestions', async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(at('/jobs', 'charity-ca'), { waitUntil: 'commit' });
  const place = page.locator('[data-search-form] input[name="geo_location"]');
  await place.pressSequentially('Toront');
  await expect(place).not.toHaveRole('combobox');
  release();
  await expect(page.getByRole('option', { name: /^Toronto/ }).first()).toBeVisible();
  await expect(place).toHaveValue('Toront');
});

test('[SEARCH-14] [SEARCH-05] words and places are suggested while typing, by keyboard too, and announced', async ({
  page,
}) => {
  await page.goto(at('/jobs', 'charity-ca'));
  const what = page.getByRole('combobox', { name: 'What' });
  await what.focus();
  await what.pressSequentially('fundr', { delay: 30 });
  const options = page.getByRole('option');
  await expect(options.first()).toContainText(/fundr/i);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(what).toHaveValue(/fundr\w+/i);

  const where = page.getByRole('combobox', { name: 'Where' });
  await where.focus();
  await where.pressSequentially('toron', { delay: 30 });
  await expect(page.getByRole('option').first()).toContainText('Toronto');
  await expect(
    page.getByRole('status').filter({ hasText: /\d+ suggestions?\. Use the arrow keys to choose/ }),
  ).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(where).toHaveValue(/Toronto/);
  await page.getByRole('button', { name: 'Search jobs' }).click();
  await expect(page).toHaveURL(/geo_location=Toronto/);
  await expect(page.locator('main h1').first()).toContainText('Toronto');
});

test('[WCAG-01] the suggestion that is chosen with the arrow keys is in view on a small screen', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(at('/jobs', 'charity-ca'));
  const where = page.getByRole('combobox', { name: 'Where' });
  await where.focus();
  await where.press('b');
  const options = page.locator('[role="option"]');
  await expect(options.nth(3)).toBeAttached();
  for (let step = await options.count(); step > 0; step -= 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator('[role="option"][aria-selected="true"]')).toBeInViewport({ ratio: 0.95 });
  }
});

testWithClock(
  '[SEARCH-05] places are requested 250 ms after the last letter, from one letter on, and only in the site’s country',
  async ({ page }) => {
    await page.clock.install();
    const asked: string[] = [];
    const answers: { country: string }[] = [];
    page.on('request', (request) => {
      const data = request.method() === 'POST' ? (request.postData() ?? '') : '';
      if (data.includes('"PlaceSuggestions"'))
        asked.push((JSON.parse(data) as { variables: { text: string } }).variables.text);
    });
    page.on('response', (response) => {
      if (!(response.request().postData() ?? '').includes('"PlaceSuggestions"')) return;
      void response.json().then((body: { data: { placeSuggestions: { country: string }[] } }) => {
        answers.push(...body.data.placeSuggestions);
      });
    });
    await page.goto(at('/jobs', 'charity-ca'));
    const where = page.getByRole('combobox', { name: 'Where' });
    await where.focus();
    await expect(where).toHaveAttribute('aria-expanded', 'false');
    await page.clock.pauseAt(Date.now() + 60_000);
    // Advances in steps, because each may set another timer: queries wait 10 ms to be batched with others.
    const pass = async (milliseconds: number) => {
      for (let passed = 0; passed < milliseconds; passed += 10) await page.clock.runFor(10);
    };
    const askedSoon = () => expect.poll(async () => (await pass(10), asked));
    for (const letter of ['L', 'o']) {
      await where.press(letter);
      await pass(200);
    }
    expect(asked).toEqual([]);
    await askedSoon().toEqual(['Lo']);
    await where.press('Backspace');
    await pass(240);
    expect(asked).toEqual(['Lo']);
    await askedSoon().toEqual(['Lo', 'L']);
    await where.press('Backspace');
    await pass(500);
    expect(asked).toEqual(['Lo', 'L']);
    await expect.poll(() => answers.length).toBeGreaterThan(5);
    expect(new Set(answers.map(({ country }) => country))).toEqual(new Set(['CA']));
  },
);
