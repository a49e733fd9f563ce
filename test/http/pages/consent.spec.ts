import fc from 'fast-check';
import { CONSENT_SERVICES } from '#contract/consent/consent-services.js';
import { type RunningProduct, startProduct } from '../../support/products.mjs';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { FormVisitor } from '../../support/visitors/form-visitor.js';

const DATA_DIR = process.env.TEST_DATA_DIR!;
const SERVICES = [
  'default.google-analytics=G-ABC1234567',
  'default.meta-pixel=123456789012345',
  'charity-ca.youtube=off',
  'charity-ca.vimeo=off',
  'charity-ca.maps=off',
].join(',');
const USED = ['google-analytics', 'youtube', 'vimeo', 'meta-pixel', 'maps'];
const FORM = '[data-services-form]';

/** Content and attributes of a consent cookie in Klaro's format. */
function cookieOf(headers: Record<string, unknown>): { choices: unknown; attributes: string } {
  const lines = (headers['set-cookie'] ?? []) as string[];
  const line = lines.find((each) => each.startsWith('klaro='))!;
  const [pair = '', ...attributes] = line.split('; ');
  return { choices: JSON.parse(decodeURIComponent(pair.slice('klaro='.length))), attributes: attributes.join('; ') };
}

const cookie = (choices: object) => `klaro=${encodeURIComponent(JSON.stringify(choices))}`;

describe.each(PRODUCTS)('consent where only videos and maps need it, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it('[CONSENT-02] is asked for in their place: no banner, but a link at the end of every page', async () => {
    for (const path of ['/', '/jobs', '/contact', '/nowhere']) {
      const page = await site.page(path);
      expect(page.$('[data-consent-banner]')).toHaveLength(0);
      expect(page.$('footer a[href="/consent"]').text()).toBe('Privacy settings');
      expect(page.$('[data-asks]')).toHaveLength(0);
    }
  });

  it('[CONSENT-01] is stored for each service without scripts, and the decision is confirmed', async () => {
    const visitor = new FormVisitor(site);
    const sent = await visitor.send('/consent', FORM, { choice: 'selected', service: 'maps' });
    expect([sent.status, sent.headers.location]).toEqual([303, '/consent']);
    expect(cookieOf(sent.headers)).toEqual({
      choices: { youtube: false, vimeo: false, maps: true },
      attributes: 'Max-Age=10368000; Path=/; SameSite=Lax',
    });
    const page = await visitor.page('/consent');
    expect(page('[role="status"]').text()).toContain('Your choices have been saved.');
    const ticked = page('input[name="service"][checked]').map((_index, input) => page(input).attr('value'));
    expect(ticked.get()).toEqual(['maps']);
    for (const [choice, isAllowed] of [
      ['all', true],
      ['none', false],
    ] as const) {
      const answer = await visitor.send('/consent', FORM, { choice });
      expect(cookieOf(answer.headers).choices).toEqual({ youtube: isAllowed, vimeo: isAllowed, maps: isAllowed });
    }
  });

  it('[CONSENT-01] refuses a form without its token, and shows the page to submit it again', async () => {
    const answer = await new FormVisitor(site).post('/consent', { choice: 'all' });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).not.toEqual(expect.arrayContaining([expect.stringMatching(/^klaro=/)]));
  });
});

describe.each(PRODUCTS)('the path of a page that services may know, %s', (_name, url) => {
  it('[CONSENT-02] is only the area of a page about a person, by its name in the language', async () => {
    const site = new SiteUnderTest(url, 'europe');
    const visitor = await FormVisitor.loggedIn(site, 'applicant', '/de');
    const reported = async (path: string) => (await visitor.page(path))('[data-consent]').attr('data-reported');
    expect(await reported('/de/lebenslauf/edit')).toBe('/de/lebenslauf');
    expect(await reported('/de/user/settings')).toBe('/de/user');
    expect([await reported('/de/dashboard'), await reported('/de/jobs')]).toEqual([undefined, undefined]);
  });
});

describe('consent of a site with services', () => {
  let product: RunningProduct;
  let site: SiteUnderTest;
  let plain: SiteUnderTest;

  beforeAll(async () => {
    product = await startProduct({ DATA_DIR, SITE_SERVICES: SERVICES });
    site = new SiteUnderTest(product.url);
    plain = new SiteUnderTest(product.url, 'charity-ca');
  }, 180_000);
  afterAll(() => product.stop());

  const save = (choices: unknown, headers: Record<string, string> = {}) =>
    site.post('/api/consent').set(headers).type('json').send({ choices });

  it('[CONSENT-02] pages are the same for everybody, whatever they decided, and come from the cache', async () => {
    const all = Object.fromEntries(CONSENT_SERVICES.map((service) => [service, true]));
    const first = await site.get('/jobs');
    for (const sent of ['', cookie(all), cookie({}), 'klaro=%']) {
      const again = await site.get('/jobs').set('Cookie', sent);
      expect([again.text === first.text, again.headers['cache-status']]).toEqual([true, 'causeboard; hit']);
    }
    expect(first.text).not.toMatch(/G-ABC1234567[^&"]*<\/script|<script[^>]+(google|facebook)/);
  });

  it('[CONSENT-01] pages contain the hidden banner, with equal buttons for refusing and accepting', async () => {
    const page = await site.page('/jobs');
    const banner = page.$('[data-consent-banner]');
    expect(banner.attr('hidden')).toBeDefined();
    const buttons = banner.find('button').toArray();
    expect(buttons.map((button) => page.$(button).text())).toEqual(['Refuse all', 'Accept all']);
    expect(new Set(buttons.map((button) => page.$(button).attr('class'))).size).toBe(1);
    expect(banner.find('a').attr('href')).toBe('/consent');
    const { provider, services } = JSON.parse(page.$('[data-consent]').attr('data-consent')!) as {
      provider: string;
      services: object;
    };
    expect([provider, Object.keys(services)]).toEqual(['klaro', USED]);
    expect((await site.page('/consent')).$('[data-consent-banner]')).toHaveLength(0);
  });

  it('[CONSENT-02] a site without services has no banner, no link, no frames and no form', async () => {
    const page = await plain.page('/jobs');
    expect(page.html).not.toMatch(/data-consent|\/consent/);
    expect(page.headers['content-security-policy']).toContain("frame-src 'none'");
    const settings = await plain.page('/consent');
    expect(settings.$(FORM)).toHaveLength(0);
    expect(settings.$('main').text()).toContain('doesn’t use any services');
  });

  it('[CONSENT-02] the security policy lists the origins of its services, and nothing unsafe', async () => {
    const { headers } = await site.page('/jobs');
    const policy = headers['content-security-policy']!;
    expect(policy).toContain("script-src 'self' https://www.googletagmanager.com https://connect.facebook.net;");
    expect(policy).toMatch(/connect-src 'self' https:\/\/\*\.google-analytics\.com [^;]*https:\/\/www\.facebook\.com;/);
    expect(policy).not.toMatch(/unsafe|doubleclick|hotjar/);
  });

  it('[CONSENT-01] stores decisions sent by scripts in the cookie, in addition to earlier ones', async () => {
    const first = await save({ youtube: true, 'google-analytics': false });
    expect([first.status, first.body]).toEqual([200, { choices: { 'google-analytics': false, youtube: true } }]);
    const sent = cookie({ 'google-analytics': false, youtube: true });
    const second = await save(
      { 'google-analytics': true, geocoding: true, nothing: true, maps: 'yes' },
      { Cookie: sent },
    );
    expect(cookieOf(second.headers).choices).toEqual({ 'google-analytics': true, youtube: true });
    expect(second.headers['cache-control']).toBe('private, no-store');
  });

  it('[CONSENT-02] Sec-GPC refuses advertising, whatever is sent', async () => {
    const gpc = { 'Sec-GPC': '1' };
    const answer = await save({ 'meta-pixel': true, maps: true }, gpc);
    expect(answer.body).toEqual({ choices: { 'meta-pixel': false, maps: true } });
    const visitor = new FormVisitor(site);
    const sent = await visitor.send('/consent', FORM, { choice: 'all' }, gpc);
    expect(cookieOf(sent.headers).choices).toMatchObject({ 'meta-pixel': false, 'google-analytics': true });
    const page = await site.get('/consent').set(gpc);
    expect(page.text).toMatch(/value="meta-pixel"[^>]*disabled|disabled[^>]*value="meta-pixel"/);
    expect(page.text).toContain('Global Privacy Control');
  });

  it('[CONSENT-01] accepts nothing from other sites, and nothing that is not a decision', async () => {
    for (const [name, value] of [
      ['Origin', 'https://evil.test'],
      ['Origin', 'null'],
      ['Sec-Fetch-Site', 'cross-site'],
    ] as const)
      expect((await save({ maps: true }, { [name]: value })).status).toBe(403);
    for (const choices of [undefined, null, 'all', 7, [true]]) {
      const answer = await save(choices);
      expect([choices, answer.status, answer.headers['set-cookie']]).toEqual([choices, 400, undefined]);
    }
  });

  it('[CONSENT-01] answers any JSON, and stores only decisions about its services', async () => {
    const json = fc.oneof(
      fc.jsonValue(),
      fc.record({ choices: fc.jsonValue() }),
      fc.record({
        choices: fc.dictionary(fc.constantFrom(...CONSENT_SERVICES, '__proto__', 'constructor'), fc.jsonValue()),
      }),
    );
    const send = async (body: unknown) => {
      const answer = await site.post('/api/consent').type('json').send(JSON.stringify(body));
      expect([200, 400]).toContain(answer.status);
      if (answer.status !== 200) return;
      const { choices } = cookieOf(answer.headers);
      expect(Object.keys(choices as object).filter((service) => !USED.includes(service))).toEqual([]);
      expect(Object.values(choices as object).every((choice) => typeof choice === 'boolean')).toBe(true);
    };
    await fc.assert(fc.asyncProperty(json, send), { numRuns: 200 });
  });

  it.each([
    [{ CONSENT_PROVIDER: 'cookiebot' }, /CONSENT_ID: is needed for cookiebot/],
    [{ SITE_SERVICES: 'elsewhere.maps=off' }, /SITE_SERVICES: no site "elsewhere" is served/],
  ])('[CONSENT-01] [OPS-04] %j stops the start', async (settings, message) => {
    await expect(startProduct({ DATA_DIR, ...settings })).rejects.toThrow(message);
  });
});
