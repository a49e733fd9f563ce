import { PRODUCTS, results, SiteUnderTest } from '../../support/data/site.js';

describe.each(PRODUCTS)('routes, %s', (_name, url) => {
  const site = new SiteUnderTest(url, 'charity-ca');
  let jobPath = '';

  beforeAll(async () => {
    // A job of the demo data; jobs that other tests publish are on the first pages.
    jobPath = results(await site.page('/jobs?page=5')).paths[0]!;
  });

  it('[ROUTE-05] a path shows its content, another path of the same job redirects, an unknown one is 404', async () => {
    expect((await site.page(jobPath)).status).toBe(200);
    const id = jobPath.split('/')[2]!;
    const moved = await site.get(`/job/${id}/another-title?utm=x`);
    expect(moved.status).toBe(301);
    expect(moved.headers.location).toBe(`${jobPath}?utm=x`);
    for (const path of ['/job/999999999/nothing', '/organization/999999999/nothing', '/no-such-page', '/job/abc']) {
      expect({ path, status: (await site.page(path)).status }).toEqual({ path, status: 404 });
    }
  });

  it('[ROUTE-05] landing pages and organizations have pages', async () => {
    const privacy = await site.page('/privacy-policy');
    expect(privacy.status).toBe(200);
    expect(privacy.$('main h1').length).toBe(1);
    const organization = (await site.page(jobPath)).$('main a[href^="/organization/"]').first().attr('href')!;
    const page = await site.page(organization);
    expect(page.status).toBe(200);
    expect(page.$('main h1').text()).not.toBe('');
    expect(page.$('main a[href^="/job/"]').length).toBeGreaterThan(0);
  });

  it('[ROUTE-06] metatags of the route are in the head, the canonical link is absolute', async () => {
    const page = await site.page(`${jobPath}?utm=x`);
    const title = page.$('main h1').first().text().trim();
    expect(page.$('title').text()).toContain(title);
    expect(page.$('meta[name="description"]').attr('content')).toMatch(/.{40,}/);
    expect(page.$('link[rel="canonical"]').attr('href')).toBe(`http://charity-ca.localhost${jobPath}`);
    expect(page.$('meta[property="og:title"]').attr('content')).toContain(title);
    expect(page.$('meta[property="og:image"]').attr('content')).toMatch(/^http/);
  });

  it('[ROUTE-12] pages may only be framed by their own site, and say what they may load', async () => {
    for (const path of ['/', '/jobs', jobPath, '/nowhere']) {
      const { headers } = await site.page(path);
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['content-security-policy']).toMatch(/script-src 'self'(?: 'nonce-[\w-]{20,}')?;/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-request-id']).toMatch(/^[\w-]{8,64}$/);
    }
  });

  it('[ROUTE-10] the menu marks only the current page, also on pages below it', async () => {
    const current = (page: Awaited<ReturnType<typeof site.page>>) =>
      page
        .$('header nav a[aria-current]')
        .map((_i, link) => page.$(link).attr('href'))
        .get();
    expect([...new Set(current(await site.page('/jobs')))]).toEqual(['/jobs']);
    expect([...new Set(current(await site.page('/jobs/full-time')))]).toEqual(['/jobs']);
    expect(current(await site.page('/')).includes('/jobs')).toBe(false);
  });

  it('[ROUTE-14] two facet values have a clean path, but a third one is not found', async () => {
    const page = await site.page('/jobs/full-time');
    expect(page.status).toBe(200);
    expect(page.$('link[rel="canonical"]').attr('href')).toBe('http://charity-ca.localhost/jobs/full-time');
    expect((await site.page('/jobs/full-time/remote')).status).toBe(200);
    expect((await site.page('/jobs/full-time/remote/health')).status).toBe(404);
    expect((await site.page('/jobs/no-such-term')).status).toBe(404);
    expect((await site.get('/Jobs/Full-Time?page=2')).headers.location).toBe('/jobs/full-time?page=2');
  });

  it('[ROUTE-14] page 1 is canonical without ?page, and the same filters have one address', async () => {
    const canonical = async (path: string) => (await site.page(path)).$('link[rel="canonical"]').attr('href');
    expect(await canonical('/jobs?page=1')).toBe('http://charity-ca.localhost/jobs');
    expect(await canonical('/jobs?page=2')).toBe('http://charity-ca.localhost/jobs?page=2');
    const fullTime = (await site.page('/jobs/full-time')).$('input[name="employment_type"][checked]').attr('value')!;
    expect(await canonical(`/jobs?employment_type=${fullTime}`)).toBe('http://charity-ca.localhost/jobs/full-time');
  });

  it('[ROUTE-16] a job has a JobPosting whose values are on the page', async () => {
    const seen = { salary: 0, remote: 0 };
    for (const path of results(await site.page('/jobs')).paths) {
      const page = await site.page(path);
      const posting = page.jsonLd('JobPosting')!;
      expect(posting).toMatchObject({
        '@context': 'https://schema.org',
        hiringOrganization: { '@type': 'Organization' },
      });
      expect(posting.title).toBe(page.$('main h1').first().text().trim());
      expect(page.$('main').text()).toContain((posting.hiringOrganization as { name: string }).name);
      expect(posting.description).toMatch(/<p>/);
      expect(Date.parse(posting.datePosted as string)).toBeLessThanOrEqual(Date.now());
      if (posting.jobLocationType) {
        seen.remote += 1;
        expect(posting.jobLocationType).toBe('TELECOMMUTE');
        expect(posting.applicantLocationRequirements).toBeInstanceOf(Array);
      } else {
        expect(posting.jobLocation).toMatchObject({ address: { addressCountry: 'CA' } });
      }
      if (posting.baseSalary) {
        seen.salary += 1;
        expect(posting.baseSalary).toMatchObject({
          currency: 'CAD',
          value: { unitText: expect.stringMatching(/HOUR|DAY|WEEK|MONTH|YEAR/) as string },
        });
      }
      expect(page.jsonLd('BreadcrumbList')).toBeDefined();
    }
    expect(seen.salary).toBeGreaterThan(0);
  });

  it('[ROUTE-16] a closed job answers 410 with its text and similar jobs, without structured data and not for robots', async () => {
    const closed = await firstClosedJob(site);
    const page = await site.page(closed);
    expect(page.status).toBe(410);
    expect(page.$('main h1').length).toBe(1);
    expect(page.$('meta[name="robots"]').attr('content')).toContain('noindex');
    expect(page.jsonLd('JobPosting')).toBeUndefined();
    expect(page.$('main a[href^="/job/"]').length).toBeGreaterThan(0);
    expect(page.$('main a[href^="mailto:"]').filter((_i, link) => /apply/i.test(page.$(link).text())).length).toBe(0);
  });

  it('[ROUTE-16] a list has an ItemList of its jobs and no JobPosting', async () => {
    const page = await site.page('/jobs?page=2');
    const list = page.jsonLd('ItemList') as { itemListElement: { position: number; url: string }[] };
    expect(list.itemListElement.map(({ url: link }) => new URL(link).pathname)).toEqual(results(page).paths);
    expect(list.itemListElement[0]!.position).toBe(11);
    expect(page.jsonLd('JobPosting')).toBeUndefined();
  });

  it('[ROUTE-17] robots.txt, icon, manifest, and a 404 page in the theme with a search and links', async () => {
    expect((await site.get('/robots.txt')).text).toMatch(/^User-agent: \*/);
    expect((await site.get('/favicon.ico')).status).toBe(200);
    expect((await site.get('/manifest.webmanifest')).headers['content-type']).toContain('application/manifest+json');
    const lost = await site.page('/nowhere/at/all');
    expect(lost.status).toBe(404);
    expect(lost.$('main form[action="/jobs"] input[name="search"]').length).toBe(1);
    expect(lost.$('main a[href^="/jobs"], main a[href="/"]').length).toBeGreaterThan(1);
    expect(lost.$('meta[name="robots"]').attr('content')).toContain('noindex');
  });
});

/** Finds a closed job: about one demo job in fifty is closed. */
async function firstClosedJob(site: SiteUnderTest): Promise<string> {
  for (let id = 1; id < 5000; id += 1) {
    const { job } = await site.graphql<{ job: { closed: boolean; url: { path: string } } | null }>('JobDetail', {
      id: String(id),
    });
    if (job?.closed) return job.url.path;
  }
  throw new Error('there is no closed job');
}
