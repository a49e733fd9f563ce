import { expect, type Page } from '@playwright/test';
import { banner, catchOthers, choices, granted } from '../support/consent-page';
import { GEOCODER, test } from '../support/consent-product';

const AD_HOST = 'securepubads.g.doubleclick.net';
/** A minimal version of the ad manager's script: it executes the queued commands, and returns the slots. */
const AD_SCRIPT = `{
  const units = [];
  Object.assign(googletag, {
    defineSlot: (unit, sizes, id) => (units.push(unit), { addService() {}, id }),
    pubads: () => ({}),
    enableServices() {},
    display: (id) => { document.getElementById(id).dataset.shown = units.at(-1); },
  });
  for (const command of googletag.cmd) command();
  googletag.cmd = { push: (command) => command() };
}`;
const PLACE = {
  geometry: { coordinates: [-75.7, 45.42] },
  properties: { osm_id: 7, name: 'Far Away', state: 'Ontario', country: 'Canada', countrycode: 'CA', type: 'city' },
};

/** Stores decisions about services as the settings page does, before a page is opened. */
async function decide(page: Page, address: string, decided: Record<string, boolean>): Promise<void> {
  const value = encodeURIComponent(JSON.stringify(decided));
  await page.context().addCookies([{ name: 'klaro', value, url: address }]);
}

test('[SEARCH-11] [CONSENT-02] an ad is shown after every fifth result with consent; without, a placeholder says that it is needed', async ({
  page,
  on,
}) => {
  const asked = await catchOthers(page, { [AD_HOST]: AD_SCRIPT });
  await page.goto(on('/jobs'));
  const places = page.locator('[data-ad-place]');
  await expect(places).toHaveCount(2);
  await expect(places.first()).toHaveText('Advertisement. It loads only with your consent. Privacy settings');
  const height = await places.first().evaluate((place) => place.clientHeight);
  expect(asked).toEqual([]);
  await decide(page, on('/'), { 'google-ad-manager': true });
  await page.reload();
  await expect(places.locator('[data-shown="/1234567/jobs/results"]')).toHaveCount(2);
  await expect(places.first()).toHaveText('Advertisement');
  expect(await places.first().evaluate((place) => place.clientHeight)).toBe(height);
  expect(asked).toEqual([AD_HOST]);
  // The next page of results is shown without loading a page.
  await page.getByRole('link', { name: /^Next/ }).first().click();
  await expect(page).toHaveURL(/page=2/);
  await expect(places.locator('[data-shown]')).toHaveCount(2);
  expect(asked).toEqual([AD_HOST]);
});

test('[CONSENT-02] [SEARCH-05] places come from the remote geocoder only with consent, and from the bundled list if it fails', async ({
  page,
  on,
}) => {
  const queries: string[] = [];
  let isThere = true;
  await catchOthers(page);
  await page.route(`${GEOCODER}/**`, (route) => {
    queries.push(new URL(route.request().url()).searchParams.get('q') ?? '');
    if (!isThere) return route.abort();
    const headers = { 'access-control-allow-origin': '*' };
    return route.fulfill({ headers, json: { features: [PLACE] } });
  });
  const type = async (text: string): Promise<void> => {
    await page.locator('[name="geo_location"]').focus();
    await expect(page.locator('[data-island="search-box"][data-awake]')).toHaveCount(1);
    await page.locator('[name="geo_location"]').pressSequentially(text, { delay: 30 });
  };
  await page.goto(on('/contact'));
  await banner(page).getByRole('button', { name: 'Refuse all' }).click();
  await page.goto(on('/jobs'));
  await type('Toron');
  await expect(page.getByRole('option', { name: /Toronto/ }).first()).toBeVisible();
  expect(queries).toEqual([]);
  await decide(page, on('/'), { geocoding: true });
  await page.goto(on('/jobs'));
  await expect.poll(() => granted(page)).toBe('geocoding');
  await type('Far');
  await expect(page.getByRole('option', { name: 'Far Away, Ontario, Canada' })).toBeVisible();
  expect(queries.at(-1)).toBe('Far');
  isThere = false;
  await page.goto(on('/jobs'));
  await expect.poll(() => granted(page)).toBe('geocoding');
  await type('Toron');
  await expect(page.getByRole('option', { name: /Toronto/ }).first()).toBeVisible();
  expect(queries.at(-1)).toBe('Toron');
});

test('[CONSENT-02] if a provider supports the Transparency and Consent Framework, ads also wait for its response', async ({
  page,
  on,
}) => {
  const asked = await catchOthers(page, { [AD_HOST]: AD_SCRIPT });
  await page.addInitScript(() => {
    type Listener = (data: object, isSuccess: boolean) => void;
    const listeners: Listener[] = [];
    const answer = (eventStatus: string, isYes: boolean) => {
      const data = {
        eventStatus,
        cmpStatus: 'loaded',
        gdprApplies: true,
        purpose: { consents: { 1: isYes } },
        vendor: { consents: { 755: isYes } },
      };
      for (const listener of listeners) listener(data, true);
    };
    Object.assign(window, {
      answer,
      __tcfapi: (command: string, version: number, listener: Listener) => {
        if (command === 'addEventListener' && version === 2) listeners.push(listener);
        answer('cmpuishown', true);
      },
    });
  });
  const answer = (isYes: boolean) =>
    page.evaluate(
      (yes) =>
        (window as unknown as { answer(status: string, isYes: boolean): void }).answer('useractioncomplete', yes),
      isYes,
    );
  await decide(page, on('/'), { 'google-ad-manager': true, maps: true });
  await page.goto(on('/jobs'));
  await expect.poll(() => granted(page)).toBe('maps');
  await answer(false);
  await page.waitForLoadState('networkidle');
  expect(await granted(page)).toBe('maps');
  expect(asked).toEqual([]);
  const reloaded = page.waitForEvent('load');
  await answer(true);
  await reloaded;
  await expect.poll(() => granted(page)).toBe('maps');
  await answer(true);
  await expect.poll(() => granted(page)).toBe('google-ad-manager maps');
  await expect.poll(() => asked).toEqual([AD_HOST]);
});

test('[CONSENT-02] [SEARCH-16] a map is loaded once, or always; it gets the focus when it is requested, but not when it loads by itself', async ({
  page,
  on,
}) => {
  const asked = await catchOthers(page);
  await page.goto(on('/jobs', 'charity-ca'));
  // Fully remote jobs have no map.
  const placed = page.locator('[data-region="results"] li').filter({ hasNotText: /Remote/ });
  const href = await placed.locator('h2 a').first().getAttribute('href');
  await page.goto(on(href!, 'charity-ca'));
  const map = page.locator('main [data-map]');
  await map.locator('summary').click();
  expect(asked).toEqual([]);
  await map.getByRole('button', { name: 'Always load maps from OpenStreetMap' }).click();
  await expect(map.locator('iframe')).toBeFocused();
  expect(await choices(page)).toEqual({ maps: true });
  expect(await granted(page)).toBe('maps');
  await page.reload();
  await expect(map.locator('iframe')).toBeAttached();
  await expect(map.locator('iframe')).not.toBeFocused();
});

test('[CONSENT-02] no tag is loaded on a page whose address contains the token of a mailed link, or learns it afterwards', async ({
  page,
  on,
}) => {
  const asked = await catchOthers(page);
  const all = ['google-tag-manager', 'google-analytics', 'google-analytics-legacy', 'meta-pixel', 'heatmap'];
  await decide(page, on('/'), Object.fromEntries(all.map((service) => [service, true])));
  const invitation = encodeURIComponent('/user/invitation?token=secret');
  for (const path of [
    ...['reset-password', 'verify', 'confirm-email', 'link-identity', 'invitation'].map(
      (name) => `/user/${name}?token=secret`,
    ),
    `/user/login?destination=${invitation}`,
    '/alert?token=secret',
  ]) {
    await page.goto(on(path));
    await expect.poll(() => granted(page)).toBe(all.join(' '));
    await page.waitForLoadState('networkidle');
    expect({ path, asked }).toEqual({ path, asked: [] });
    await page.locator('footer a[data-consent]').click();
    await expect.poll(() => asked.includes('connect.facebook.net')).toBe(true);
    expect({ path, referrer: await page.evaluate(() => document.referrer) }).toEqual({ path, referrer: on('/') });
    await page.waitForLoadState('networkidle');
    asked.length = 0;
  }
});

test('[CONSENT-02] Google Analytics is given the address of a page without what was searched for, but with the campaign', async ({
  page,
  on,
}) => {
  await catchOthers(page);
  await decide(page, on('/'), { 'google-analytics': true, 'google-analytics-legacy': true });
  await page.goto(on('/jobs?search=nurse&utm_source=spring'));
  const commands = () =>
    page.evaluate(() => {
      const { dataLayer = [], ga } = window as unknown as { dataLayer?: ArrayLike<unknown>[]; ga?: { q: unknown[][] } };
      const config = dataLayer.map((entry) => Array.from(entry)).find(([name]) => name === 'config');
      const set = ga?.q.find(([name, field]) => name === 'set' && field === 'location');
      return [(config?.[2] as { page_location: string } | undefined)?.page_location, set?.[2]];
    });
  const reported = on('/jobs?utm_source=spring');
  await expect.poll(commands).toEqual([reported, reported]);
  await page.goto(on('/user/register/applicant'));
  await expect.poll(commands).toEqual([on('/user'), on('/user')]);
});
