import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type FetchedPage, SiteUnderTest } from '../../support/data/site';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import type { SiteName } from '../support/browser-site';
import { test } from '../support/consent-product';
import { STUBBED_PROVIDERS } from './provider-stubs';

const SITES: readonly SiteName[] = ['default', 'charity-ca', 'uk', 'europe'];
const RESULT = '[data-region="results"] h2 a';
/** Pages that represent each kind. `follow`: selector of a link; the first match leads to the page. */
const KINDS: readonly { path: string; follow?: string }[] = [
  { path: '/' },
  { path: '/jobs' },
  { path: '/jobs?search=nurse&geo_location=Toronto' },
  { path: '/jobs', follow: RESULT },
  { path: '/organizations' },
  { path: '/organizations', follow: RESULT },
  { path: '/blog' },
  { path: '/blog', follow: 'main h2 a' },
  ...[
    ...['/resumes', '/job-alert', '/contact', '/consent', '/user/login', '/user/register', '/user/register/applicant'],
    ...['/user/reset-password', '/user/check-mail', '/user/verify', '/user/invitation', '/user/logout', '/user/error'],
    ...['/dashboard', '/job/wizard', '/nowhere-at-all'],
  ].map((path) => ({ path })),
];
/** The kinds with most services, which are checked with every provider on every site. */
const MAIN_KINDS = KINDS.slice(0, 6);
/** The other kinds are distributed: each provider checks some of them on each site, and all of them on the four sites together. */
const otherKinds = (site: number, provider: number) =>
  KINDS.slice(MAIN_KINDS.length).filter((_kind, index) => (index + site + provider) % SITES.length === 0);
/** Number of pages that are open at the same time; most of the time is spent waiting for the network. */
const LANES = 4;
/** Types of resources that are not loaded: they take most of a page's loading time, and come from the site itself. */
const LEFT_OUT = new Set(['image', 'font', 'stylesheet']);
/** Time in which a forbidden request would be sent. */
const QUIET_MS = 160;

/**
 * Records the hosts to which a context sends requests, except for the site's, and aborts these requests.
 *
 * @param documents responses of the site, if already known
 */
async function watchNetwork(context: BrowserContext, documents?: ReadonlyMap<string, string>): Promise<Set<string>> {
  const asked = new Set<string>();
  await context.route('**/*', (route) => {
    const request = route.request();
    const { hostname, href } = new URL(request.url());
    if (!hostname.endsWith('localhost')) {
      asked.add(hostname);
      return route.abort();
    }
    if (!documents) return route.continue();
    if (LEFT_OUT.has(request.resourceType())) return route.abort();
    const body = documents.get(href);
    return body === undefined ? route.continue() : route.fulfill({ contentType: 'text/html', body });
  });
  return asked;
}

async function inLanes<Item>(
  items: readonly Item[],
  act: (page: Page, item: Item) => Promise<void>,
  context: BrowserContext,
) {
  const waiting = [...items];
  const lane = async (): Promise<void> => {
    const page = await context.newPage();
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(page, item);
    await page.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

for (const site of SITES) {
  const home = site === 'europe' ? '/de' : '';

  test(`[CONSENT-02] before consent, no kind of page of ${site} sends requests to other hosts`, async ({
    browser,
    on,
  }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const asked = await watchNetwork(context);
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    context.on('console', (message) => {
      // One of the pages does not exist.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) errors.push(message.text());
    });
    let seen = 0;
    const look = async (page: Page, { path, follow }: (typeof KINDS)[number]): Promise<void> => {
      await page.goto(on(home + path, site), { waitUntil: follow ? 'domcontentloaded' : 'networkidle' });
      const links = follow ? await page.locator(follow).all() : [];
      const href = await links[0]?.getAttribute('href');
      if (href) await page.goto(new URL(href, page.url()).href, { waitUntil: 'networkidle' });
      seen += 1;
    };
    await inLanes(KINDS, look, context);
    expect(seen).toBe(KINDS.length);
    expect({ asked: [...asked], errors }).toEqual({ asked: [], errors: [] });
    const names = (await context.cookies()).map(({ name }) => name);
    // Only cookies of the product: the session before the login, and nothing of a service.
    expect(names.filter((name) => !/auth|csrf|session/i.test(name))).toEqual([]);
    const page = await context.newPage();
    await page.goto(on(`${home}/jobs`, site), { waitUntil: 'networkidle' });
    // The site with only videos and maps asks for consent in their place.
    await expect(page.locator('[data-consent-banner]:not([hidden])')).toHaveCount(site === 'uk' ? 0 : 1);
    await context.close();
  });

  test(`[CONSENT-01] [CONSENT-02] before consent, pages of ${site} request nothing but the provider’s script, with any provider`, async ({
    browser,
    on,
    product,
  }) => {
    test.setTimeout(120_000);
    const documents = new Map<(typeof KINDS)[number], { address: string; html: string }>();
    const fetched = new SiteUnderTest(product.url, site);
    /** Other languages have other addresses. */
    const open = async (path: string): Promise<{ path: string; page: FetchedPage }> => {
      const page = await fetched.page(path);
      return page.status >= 300 && page.status < 400 ? open(page.headers.location!) : { path, page };
    };
    for (const kind of KINDS) {
      const list = await open(home + kind.path);
      const link = kind.follow && list.page.$(kind.follow).first().attr('href');
      const shown = link ? await open(link) : list;
      documents.set(kind, { address: on(shown.path, site), html: shown.page.html });
    }
    const external = STUBBED_PROVIDERS.filter(({ isBuiltIn }) => !isBuiltIn);
    for (const [index, provider] of external.entries()) {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const own = JSON.stringify(provider.config).slice(1, -1).replaceAll('"', '&quot;');
      // The page's security policy is disabled, because it would hide forbidden requests: it is not what keeps services away.
      const kinds = [...MAIN_KINDS, ...otherKinds(SITES.indexOf(site), index)];
      const changed = kinds.map((kind) => {
        const { address, html } = documents.get(kind)!;
        const other = html.replace('&quot;provider&quot;:&quot;klaro&quot;', own);
        expect(other).not.toBe(html);
        // Other providers ask on every page, even if only videos and maps need consent.
        const asking = other.replace(' data-consent="', ' data-asks="true" data-consent="');
        return [address, asking] as const;
      });
      const asked = await watchNetwork(context, new Map(changed));
      const look = async (page: Page, [address]: (typeof changed)[number]): Promise<void> => {
        const script = page.waitForRequest((request) => new URL(request.url()).hostname === provider.host);
        await page.goto(address);
        await script;
        await page.waitForTimeout(QUIET_MS);
      };
      await inLanes(changed, look, context);
      expect({ provider: provider.name, asked: [...asked] }).toEqual({
        provider: provider.name,
        asked: [provider.host],
      });
      await context.close();
    }
  });
}

const OWN_PAGES: Readonly<Record<string, readonly string[]>> = {
  applicant: ['/dashboard', '/applications', '/resume', '/resume/contacts', '/user/settings', '/jobs'],
  recruiter: [
    '/dashboard',
    '/job-manager',
    '/job/wizard',
    '/applications',
    '/resumes',
    '/contact-credits',
    '/my-products',
  ],
  admin: [
    '/dashboard',
    '/admin/jobs',
    '/admin/users',
    '/admin/queue',
    '/admin/orders',
    '/admin/searches',
    '/admin/retention',
    '/admin/measurement',
  ],
};

for (const [role, paths] of Object.entries(OWN_PAGES))
  test(`[CONSENT-02] before consent, no page for a user logged in as ${role} sends requests to other hosts`, async ({
    browser,
    on,
  }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const asked = await watchNetwork(context);
    const page = await context.newPage();
    await page.goto(on('/user/login'));
    await page.locator('#field-email').fill(`${role}@demo.causeboard.test`);
    await page.locator('#field-password').fill(DEMO_PASSWORD);
    await page.locator('#field-password').press('Enter');
    await page.waitForURL('**/dashboard*');
    const look = async (lane: Page, path: string): Promise<void> => {
      const answer = await lane.goto(on(path), { waitUntil: 'networkidle' });
      expect([path, answer?.status()]).toEqual([path, 200]);
    };
    await inLanes(paths, look, context);
    expect([...asked]).toEqual([]);
    await context.close();
  });
