import { expect, test } from '@playwright/test';
import { at, collectErrors, type SiteName } from '../support/browser-site';
import { expectSound, type View } from '../support/sound-page';

/** Sites with their path prefixes: the site with three languages uses the one with the longest words. */
const SITES: [SiteName, string][] = [
  ['default', ''],
  ['charity-ca', ''],
  ['uk', ''],
  ['europe', '/de'],
];
const VIEWS: View[] = [
  { width: 390, colorScheme: 'light' },
  { width: 820, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
];

/** Every kind of page, given by an address or as the first matching link of another page. */
const PAGES: { name: string; path: string; follow?: string }[] = [
  { name: 'home', path: '/' },
  { name: 'jobs', path: '/jobs' },
  { name: 'jobs near a place', path: '/jobs?search=nurse&geo_location=Toronto' },
  { name: 'no jobs', path: '/jobs?search=zzyzxqwv' },
  { name: 'job', path: '/jobs', follow: '[data-region="results"] h2 a' },
  { name: 'organizations', path: '/organizations' },
  { name: 'organizations near a place', path: '/organizations?search=family&geo_location=Toronto' },
  { name: 'no organizations', path: '/organizations?search=zzyzxqwv' },
  { name: 'organization', path: '/', follow: 'main a[href*="/organization/"]' },
  { name: 'resumes, for nobody in particular', path: '/resumes' },
  { name: 'landing page', path: '/privacy-policy' },
  { name: 'landing page of parts', path: '/careers/fundraising' },
  { name: 'news', path: '/blog' },
  { name: 'article', path: '/blog', follow: 'main h2 a[href*="/blog/"]' },
  { name: 'contact', path: '/contact' },
  { name: 'products', path: '/products' },
  { name: 'not found', path: '/nowhere' },
];

for (const [site, home] of SITES) {
  for (const { name, path, follow } of PAGES) {
    test(`[PAGE-09] ${site}, ${name}: no axe violations, no layout shift or overflow, no errors in the log`, async ({
      page,
    }) => {
      const errors = collectErrors(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(at(home + path, site), { waitUntil: follow ? 'domcontentloaded' : 'networkidle' });
      if (follow) {
        const href = await page.locator(follow).first().getAttribute('href');
        await page.goto(at(href!, site), { waitUntil: 'networkidle' });
      }
      await expectSound(page, VIEWS);
      expect(errors.filter((error) => !(name === 'not found' && error.includes('404')))).toEqual([]);
    });
  }
}

test('[SITE-03] four sites look unmistakably different, with the same markup', async ({ page }) => {
  const look = async (site: SiteName) => {
    await page.goto(at('/jobs', site));
    return page.evaluate(() => {
      const heading = getComputedStyle(document.querySelector('main h1')!);
      const button = getComputedStyle(document.querySelector('main button')!);
      const logo = document.querySelector('header svg')!.outerHTML;
      return {
        font: heading.fontFamily,
        button: button.backgroundColor,
        radius: button.borderRadius,
        ground: getComputedStyle(document.body).backgroundColor,
        logo,
      };
    });
  };
  const looks = [];
  for (const [site] of SITES) looks.push(await look(site));
  for (const trait of ['font', 'button', 'radius', 'logo'] as const)
    expect(new Set(looks.map((each) => each[trait])).size).toBe(SITES.length);
});

test('[SITE-07] the layout changes below 899, 1199 and 1499 pixels', async ({ page }) => {
  const layout = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(at('/jobs'));
    const visible = (selector: string) => page.locator(selector).first().isVisible();
    return {
      registerInHeader: await visible('header a[href$="/user/register"]:visible'),
      menuFolded: await page.locator('header summary').first().isVisible(),
      facetsBesideList: await visible('#filters-body input[type="checkbox"]'),
    };
  };
  const tablet = { registerInHeader: true, menuFolded: true, facetsBesideList: false };
  expect(await layout(898)).toEqual({ ...tablet, registerInHeader: false });
  expect(await layout(900)).toEqual(tablet);
  expect(await layout(1198)).toEqual(tablet);
  expect(await layout(1200)).toEqual({ registerInHeader: true, menuFolded: false, facetsBesideList: true });
  const width = async (viewport: number) => {
    await page.setViewportSize({ width: viewport, height: 900 });
    return page.locator('#jobs').evaluate((element) => element.getBoundingClientRect().width);
  };
  await page.goto(at('/jobs'));
  expect(await width(1498)).toBeLessThanOrEqual(1498);
  expect(await width(1920)).toBeLessThanOrEqual(1500);
});

test('[SITE-07] on narrow phones the name of a site is next to its menu, never under it', async ({ page }) => {
  for (const [site, home] of SITES)
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(at(home || '/', site));
      const cut = await page
        .locator('header > div > *')
        .evaluateAll((parts) => parts.map(({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth)));
      expect(cut.length).toBeGreaterThan(2);
      expect({ site, width, cut }).toEqual({ site, width, cut: cut.map(() => 0) });
    }
});

test('[SEARCH-16] a job can be saved on this device, shared and reported; its map waits for consent', async ({
  page,
  context,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    if (
      !/^(localhost|charity-ca\.localhost)$/.test(new URL(request.url()).hostname) &&
      !request.url().startsWith('data:')
    )
      outside.push(request.url());
  });
  // The map shows a marker for a job with an address, which not all jobs have.
  await page.goto(at('/jobs?geo_location=Toronto', 'charity-ca'));
  const href = await page.locator('[data-region="results"] h2 a').first().getAttribute('href');
  await page.goto(at(href!, 'charity-ca'));
  const save = page.locator('main [data-save]').first();
  await expect(save).toHaveAttribute('aria-pressed', 'false');
  await save.click();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(page.locator('main [data-save]').first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('link', { name: /report/i })).toHaveAttribute('href', /\/job\/report\/\d+$/);
  await page.locator('main a[href*="linkedin.com"]').scrollIntoViewIfNeeded();
  const map = page.locator('main [data-map]');
  await map.locator('summary').click();
  await expect(map).toContainText('OpenStreetMap will see your IP address');
  expect(outside).toEqual([]);
  await page.route('https://www.openstreetmap.org/**', (route) => route.fulfill({ body: 'a map' }));
  await map.getByRole('button', { name: /Load the map/ }).click();
  const frame = map.locator('iframe');
  await expect(frame).toBeFocused();
  await expect(frame).toHaveAttribute('src', /openstreetmap\.org\/export\/embed\.html\?bbox=.*marker=/);
  expect(outside).toHaveLength(1);
  expect(await context.cookies()).toEqual([]);
});
