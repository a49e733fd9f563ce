import { type BrowserContext, expect } from '@playwright/test';
import type { SiteName } from '../support/browser-site';
import { test } from '../support/consent-product';
import { STUBBED_PROVIDERS } from './provider-stubs';

const SITES: readonly SiteName[] = ['default', 'charity-ca', 'uk', 'europe'];
const RESULT = '[data-region="results"] h2 a';
/** Pages of the product that stand for their kind. `follow`: where the first such link of it leads. */
const KINDS: readonly { path: string; follow?: string }[] = [
  { path: '/' },
  { path: '/jobs' },
  { path: '/jobs?search=nurse&geo_location=Toronto' },
  { path: '/jobs', follow: RESULT },
  { path: '/organizations' },
  { path: '/organizations', follow: 'main a[href*="/organization/"], main a[href*="/organisation/"]' },
  { path: '/blog' },
  { path: '/blog', follow: 'main h2 a' },
  ...[
    ...['/resumes', '/job-alert', '/contact', '/consent', '/user/login', '/user/register', '/user/register/applicant'],
    ...['/user/reset-password', '/user/check-mail', '/user/verify', '/user/invitation', '/user/logout', '/user/error'],
    ...['/dashboard', '/job/wizard', '/nowhere-at-all'],
  ].map((path) => ({ path })),
];
/** Where most services are: the others are asked about on them alone. */
const MAIN_KINDS = KINDS.slice(0, 6);
/** Pages that are open at the same time: most of the time is the network's. */
const LANES = 4;
/** They cost most of a page's time, and are the site's own. */
const LEFT_OUT = new Set(['image', 'font', 'stylesheet']);

/** Notes what a context asks of other hosts, and answers nothing. @param change of every page of the site */
async function watchNetwork(context: BrowserContext, change?: (html: string) => string): Promise<Set<string>> {
  const asked = new Set<string>();
  await context.route('**/*', async (route) => {
    const request = route.request();
    const { hostname, pathname } = new URL(request.url());
    if (!hostname.endsWith('localhost')) {
      const from = request.frame().url();
      asked.add(`${hostname} on ${from.startsWith('http') ? new URL(from).pathname : pathname}`);
      return route.abort();
    }
    if (!change) return route.continue();
    if (LEFT_OUT.has(request.resourceType())) return route.abort();
    if (request.resourceType() !== 'document') return route.continue();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = { ...response.headers() };
    // What the policy forbids would not be seen, and is not what keeps services away.
    delete headers['content-security-policy'];
    return route.fulfill({ response, headers, body: change(await response.text()) });
  });
  return asked;
}

async function visit(context: BrowserContext, kinds: typeof KINDS, address: (path: string) => string): Promise<number> {
  const waiting = [...kinds];
  let seen = 0;
  const lane = async (): Promise<void> => {
    const page = await context.newPage();
    for (let kind = waiting.shift(); kind; kind = waiting.shift()) {
      await page.goto(address(kind.path), { waitUntil: kind.follow ? 'domcontentloaded' : 'networkidle' });
      const link = kind.follow ? page.locator(kind.follow).first() : undefined;
      if (link && (await link.count()) > 0) {
        const href = (await link.getAttribute('href'))!;
        await page.goto(new URL(href, page.url()).href, { waitUntil: 'networkidle' });
      }
      seen += 1;
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return seen;
}

for (const site of SITES) {
  const home = site === 'europe' ? '/de' : '';

  test(`[CONSENT-02] before consent, no kind of page of ${site} asks anything of another host`, async ({
    browser,
    on,
  }) => {
    test.setTimeout(120_000);
    const context = await browser.newContext({ serviceWorkers: 'block' });
    const asked = await watchNetwork(context);
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    context.on('console', (message) => {
      // A page that does not exist is among them.
      if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) errors.push(message.text());
    });
    expect(await visit(context, KINDS, (path) => on(home + path, site))).toBe(KINDS.length);
    expect({ asked: [...asked], errors }).toEqual({ asked: [], errors: [] });
    const names = (await context.cookies()).map(({ name }) => name);
    // The product's own: a session before the login, and nothing of a service.
    expect(names.filter((name) => !/auth|csrf|session/i.test(name))).toEqual([]);
    const page = await context.newPage();
    await page.goto(on(`${home}/jobs`, site), { waitUntil: 'networkidle' });
    // The site that has only videos and maps asks about them where they stand.
    await expect(page.locator('[data-consent-banner]:not([hidden])')).toHaveCount(site === 'uk' ? 0 : 1);
    await context.close();
  });

  test(`[CONSENT-01] [CONSENT-02] before consent, pages of ${site} ask nothing but the script of the provider, whoever it is`, async ({
    browser,
    on,
  }) => {
    test.setTimeout(180_000);
    for (const provider of STUBBED_PROVIDERS.filter(({ isBuiltIn }) => !isBuiltIn)) {
      const context = await browser.newContext({ serviceWorkers: 'block' });
      const own = JSON.stringify(provider.config).slice(1, -1).replaceAll('"', '&quot;');
      const asked = await watchNetwork(context, (html) => html.replace('&quot;provider&quot;:&quot;klaro&quot;', own));
      await visit(context, MAIN_KINDS, (path) => on(home + path, site));
      const hosts = new Set([...asked].map((each) => each.split(' ')[0]));
      expect({ provider: provider.name, hosts: [...hosts] }).toEqual({
        provider: provider.name,
        hosts: [provider.host],
      });
      await context.close();
    }
  });
}
