import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { banner, catchOthers, choices, countLoads, granted } from '../support/consent-page';
import { test } from '../support/consent-product';
import { axeViolations } from '../support/sound-page';

const KLARO = readFileSync(createRequire(import.meta.url).resolve('klaro/dist/klaro-no-css.js'), 'utf8');

test('[CONSENT-01] [CONSENT-02] accepting reloads the page once, and then loads every service', async ({
  page,
  on,
}) => {
  const asked = await catchOthers(page);
  const loads = countLoads(page);
  await page.goto(on('/jobs'));
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(() => granted(page)).toContain('google-analytics');
  await expect(banner(page)).toBeHidden();
  await expect
    .poll(() => [...new Set(asked)].sort())
    .toEqual([
      'connect.facebook.net',
      'measure.test',
      'securepubads.g.doubleclick.net',
      'www.clarity.ms',
      'www.google-analytics.com',
      'www.googletagmanager.com',
    ]);
  expect(loads()).toBe(2);
  expect(Object.values(await choices(page))).toEqual(Array.from({ length: 11 }, () => true));
  // Exactly one default command before everything else, and one update with all seven signals for the decision.
  const layer = await page.evaluate(() =>
    (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((entry) => ({
      isCommand: Object.prototype.toString.call(entry) === '[object Arguments]',
      entry: [...Array.from(entry)],
    })),
  );
  const commands = layer.filter(({ isCommand }) => isCommand).map(({ entry }) => entry);
  expect(commands.map(([name, kind]) => `${String(name)} ${name === 'consent' ? String(kind) : ''}`)).toEqual([
    'consent default',
    'consent update',
    'js ',
    'config ',
  ]);
  expect(layer[0]!.isCommand).toBe(true);
  expect(Object.keys(commands[1]![2] as object).sort()).toEqual([
    'ad_personalization',
    'ad_storage',
    'ad_user_data',
    'analytics_storage',
    'functionality_storage',
    'personalization_storage',
    'security_storage',
  ]);
  expect(commands[1]![2]).toMatchObject({ ad_storage: 'granted', analytics_storage: 'granted' });
  expect(commands[0]![2]).toMatchObject({ ad_storage: 'denied', analytics_storage: 'denied', wait_for_update: 500 });
});

test('[CONSENT-02] refusing takes one click, loads nothing and is not asked again', async ({ page, on }) => {
  const asked = await catchOthers(page);
  const loads = countLoads(page);
  await page.goto(on('/jobs'));
  await banner(page).getByRole('button', { name: 'Refuse all' }).click();
  await expect(banner(page)).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
  await expect(page.locator('#announcer')).toHaveText('Your choices have been saved.');
  expect(Object.values(await choices(page))).toEqual(Array.from({ length: 11 }, () => false));
  expect(await granted(page)).toBe('');
  expect(loads()).toBe(1);
  await page.goto(on('/contact'), { waitUntil: 'networkidle' });
  await expect(banner(page)).toBeHidden();
  expect(asked).toEqual([]);
});

test('[CONSENT-02] what was typed is kept when the page is reloaded, except for passwords', async ({ page, on }) => {
  await catchOthers(page);
  await page.goto(on('/user/login'));
  await page.locator('#field-email').fill('ann@people.test');
  await page.locator('#field-password').fill('correct horse');
  const reloaded = page.waitForEvent('load');
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  await reloaded;
  await expect.poll(() => granted(page)).toContain('maps');
  await expect(page.locator('#field-email')).toHaveValue('ann@people.test');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('correct horse');
});

test('[CONSENT-02] revoking in the settings deletes what services stored, and reaches other tabs', async ({
  page,
  on,
}) => {
  const asked = await catchOthers(page);
  await page.goto(on('/contact'));
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(() => granted(page)).toContain('heatmap');
  await page.evaluate(() => {
    for (const name of ['_ga', '_ga_ABC', '_fbp', '_clck', 'other']) document.cookie = `${name}=1; path=/`;
    localStorage.setItem('_pk_id', '1');
  });
  const second = await page.context().newPage();
  await catchOthers(second);
  await second.goto(on('/consent'));
  const loads = countLoads(page);
  await second.getByRole('button', { name: 'Refuse all' }).click();
  await expect(second.getByText('Your choices have been saved.')).toBeVisible();
  await expect.poll(() => granted(page)).toBe('');
  expect(loads()).toBe(1);
  const names = (await page.context().cookies()).map(({ name }) => name).filter((name) => !/auth/.test(name));
  expect(names.sort()).toEqual(['klaro', 'other']);
  expect(await page.evaluate(() => localStorage.getItem('_pk_id'))).toBeNull();
  asked.length = 0;
  await page.goto(on('/jobs'), { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
});

test('[CONSENT-02] data of a granted service is kept if a refused one stores data under the same name', async ({
  page,
  on,
}) => {
  await catchOthers(page);
  const choices = encodeURIComponent(JSON.stringify({ 'google-analytics': true, 'google-analytics-legacy': false }));
  await page.context().addCookies([
    { name: 'klaro', value: choices, url: on('/') },
    { name: '_ga', value: '1', url: on('/') },
    { name: '_gid', value: '1', url: on('/') },
  ]);
  await page.goto(on('/contact'));
  await expect.poll(() => granted(page)).toBe('google-analytics');
  const names = (await page.context().cookies()).map(({ name }) => name);
  expect([names.includes('_ga'), names.includes('_gid')]).toEqual([true, false]);
});

test('[CONSENT-02] Global Privacy Control refuses advertising, whatever is accepted', async ({ page, on }) => {
  const asked = await catchOthers(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await page.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
  await page.goto(on('/jobs'));
  await banner(page).getByRole('button', { name: 'Accept all' }).click();
  await expect.poll(() => granted(page)).toContain('google-analytics');
  expect(await granted(page)).not.toMatch(/meta-pixel|google-ad-manager/);
  await page.waitForLoadState('networkidle');
  expect(asked).not.toContain('connect.facebook.net');
  expect(asked).not.toContain('securepubads.g.doubleclick.net');
});

test('[CONSENT-01] the banner is sound at every width, moves nothing, and hides nothing that has the focus', async ({
  page,
  on,
}) => {
  await catchOthers(page);
  for (const [width, scheme] of [
    [390, 'light'],
    [820, 'dark'],
    [1440, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(on('/contact'));
    await expect(banner(page)).toBeVisible();
    expect({ width, faults: await axeViolations(page) }).toEqual({ width, faults: [] });
    const looks = await banner(page)
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { color, backgroundColor, fontSize, borderColor } = getComputedStyle(button);
          return [color, backgroundColor, fontSize, borderColor, button.getBoundingClientRect().height].join(' ');
        }),
      );
    expect(new Set(looks).size).toBe(1);
    const top = await banner(page).evaluate((element) => element.getBoundingClientRect().top);
    expect(844 - top).toBeLessThan(400);
    const reached = await page.evaluate(() => {
      const targets = [...document.querySelectorAll<HTMLElement>('main :is(a, input, textarea, button), footer a')];
      const edge = document.querySelector('[data-consent-banner]')!.getBoundingClientRect().top;
      const visible = targets.filter((each) => each.offsetParent !== null && !each.closest('[hidden]'));
      return visible
        .filter((each) => {
          each.focus();
          return document.activeElement === each && each.getBoundingClientRect().bottom > edge + 1;
        })
        .map((each) => each.outerHTML);
    });
    expect({ width, reached }).toEqual({ width, reached: [] });
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  }
});

test('[CONSENT-01] Klaro itself can read the decisions of our banner', async ({ page, on }) => {
  await catchOthers(page);
  await page.goto(on('/contact'));
  await page.evaluate(() =>
    fetch('/api/consent', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ choices: { maps: true, youtube: false } }),
    }),
  );
  await page.evaluate(KLARO);
  const read = await page.evaluate(() => {
    const { klaro } = window as unknown as {
      klaro: { getManager(config: object): { consents: object; confirmed: boolean } };
    };
    const services = [{ name: 'maps' }, { name: 'youtube' }].map((service) => ({ ...service, purposes: ['content'] }));
    const { consents, confirmed } = klaro.getManager({ services, storageMethod: 'cookie', translations: {} });
    return { consents, confirmed };
  });
  expect(read).toEqual({ consents: { maps: true, youtube: false }, confirmed: true });
});

test('[CONSENT-01] a decision that cannot be saved is reported, and asked for again', async ({ page, on }) => {
  await catchOthers(page);
  await page.route('**/api/consent', (route) => route.abort());
  await page.goto(on('/contact'));
  await banner(page).getByRole('button', { name: 'Refuse all' }).click();
  await expect(banner(page).getByRole('alert')).toHaveText('Your choice couldn’t be saved. Please try again.');
  await page.unroute('**/api/consent');
  await banner(page).getByRole('button', { name: 'Refuse all' }).click();
  await expect(banner(page)).toBeHidden();
});
