import { get } from 'node:http';
import * as cheerio from 'cheerio';
import { SaxesParser } from 'saxes';
import { HOSTS } from '../../support/products.mjs';
import { PRODUCTS, results, SiteUnderTest, type SiteName } from '../../support/data/site.js';

const SITES = Object.keys(HOSTS) as SiteName[];
const JOBS: Record<SiteName, string> = { default: '/jobs', 'charity-ca': '/jobs', uk: '/jobs', europe: '/fr/emploi' };
const origin = (site: SiteName) => `http://${HOSTS[site]}`;

/** Parses a document; a strict parser checks first that it is well-formed. */
function readXml(xml: string): cheerio.CheerioAPI {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return cheerio.load(xml, { xml: true });
}

async function atom(site: SiteUnderTest, path: string): Promise<cheerio.CheerioAPI> {
  const answer = await site.get(path).buffer(true);
  expect([path, answer.status, answer.headers['content-type']]).toEqual([
    path,
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  return readXml(answer.text);
}

/** Other tests publish and archive jobs, so the feed is read again until the search finds the same number before and after it. */
async function feedWithTotal(site: SiteUnderTest, jobsPath: string) {
  const count = async () => results(await site.page(jobsPath)).total;
  for (let before = await count(); ;) {
    const answer = await site.get('/feeds/jobs.xml').set('Accept-Encoding', 'identity').buffer(true);
    const total = await count();
    if (total === before) return { answer, total };
    before = total;
  }
}

const link = ($: cheerio.CheerioAPI, rel: string) => $(`feed > link[rel="${rel}"]`).attr('href');
const path = (address: string | undefined) => address?.replace(/^https?:\/\/[^/]+/, '');

describe.each(PRODUCTS)('feeds, %s', (_name, url) => {
  const site = new SiteUnderTest(url);

  it.each(SITES)('[ROUTE-11] the feed of %s has every open job once, with an address that exists', async (name) => {
    const own = new SiteUnderTest(url, name);
    const { answer, total } = await feedWithTotal(own, JOBS[name]);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const $ = readXml(answer.text);
    expect($('source > publisherurl').text()).toBe(origin(name));
    const jobs = $('source > job').toArray();
    expect(jobs.length).toBe(total);
    const field = (job: (typeof jobs)[number], element: string) => $(job).children(element).text();
    expect(new Set(jobs.map((job) => field(job, 'referencenumber'))).size).toBe(jobs.length);
    for (const job of jobs) {
      expect(field(job, 'url')).toMatch(
        new RegExp(`^${origin(name)}/((en|de|fr)/)?job/${field(job, 'referencenumber')}/`),
      );
      for (const element of ['title', 'company', 'description']) expect(field(job, element)).not.toBe('');
      expect(Date.parse(field(job, 'date'))).not.toBeNaN();
    }
    const page = await own.page(path(field(jobs[0]!, 'url'))!);
    expect([page.status, page.texts('main h1')]).toEqual([200, [field(jobs[0]!, 'title').replace(/\s+/g, ' ')]]);
  });

  it('[ROUTE-11] a client with the current feed gets 304; a client that disconnects ends the query', async () => {
    const { again } = await site.revalidate('/feeds/jobs.xml');
    expect([again.status, again.text]).toEqual([304, '']);
    await new Promise<void>((resolve) => {
      const request = get(`${url}/feeds/jobs.xml`, (response) => response.once('data', () => request.destroy()));
      request.on('error', () => undefined).on('close', () => resolve());
    });
    for (const other of ['/feeds/nothing.xml', '/feeds/', '/feeds/../version', '/feeds/jobs.xml/more'])
      expect((await site.get(other)).status).toBe(404);
  });

  it.each(SITES)('[ROUTE-07] the newest jobs of %s are an Atom feed that the page links', async (name) => {
    const own = new SiteUnderTest(url, name);
    const page = await own.page(JOBS[name]);
    const named = page.$('link[rel="alternate"][type="application/atom+xml"]');
    expect(named.attr('title')).not.toMatch(/^$|\{/);
    expect(named.attr('href')).toBe(`${JOBS[name]}/feed.atom`);
    const $ = await atom(own, named.attr('href')!);
    expect($('feed > id').text()).toBe(`${origin(name)}${JOBS[name]}/feed.atom`);
    expect(path(link($, 'self'))).toBe(`${JOBS[name]}/feed.atom`);
    expect(path(link($, 'alternate'))).toBe(JOBS[name]);
    const entries = $('feed > entry').toArray();
    expect(entries.length).toBe(30);
    const text = (entry: (typeof entries)[number], element: string) => $(entry).children(element).text();
    expect(entries.slice(0, 10).map((entry) => text(entry, 'title').replace(/\s+/g, ' '))).toEqual(
      results(page).titles.slice(0, 10),
    );
    for (const entry of entries) {
      expect(text(entry, 'id')).toMatch(new RegExp(`^${origin(name)}/job/\\d+$`));
      for (const element of ['title', 'summary', 'author']) expect(text(entry, element)).not.toBe('');
      expect(new Date(text(entry, 'updated')).toISOString()).toBe(text(entry, 'updated'));
    }
    const dates = entries.map((entry) => text(entry, 'updated'));
    expect(dates).toEqual([...dates].sort().reverse());
    expect($('feed > updated').text()).toBe(dates[0]);
  });

  it('[ROUTE-07] a feed contains the results of a search, newest first, in pages that link to each other', async () => {
    const search = 'search=coordinator&radius=100&geo_location=London&employment_type=101';
    const page = await site.page(`/jobs?${search}&sorting=publish_date_desc`);
    const href = page.$('link[type="application/atom+xml"]').attr('href')!;
    expect(href).toMatch(/^\/jobs\/feed\.atom\?search=coordinator&/);
    const $ = await atom(site, href);
    expect($('feed > title').text()).toContain('coordinator');
    expect(path(link($, 'self'))).toBe(href);
    expect($('entry').length).toBe(Math.min(30, results(page).total));
    const titles = $('entry > title')
      .toArray()
      .map((element) => $(element).text());
    expect(titles.slice(0, 10)).toEqual(results(page).titles);
    // All results, each once.
    const seen: string[] = [];
    let next: string | undefined = '/jobs/feed.atom?search=manager';
    for (let count = 0; next && count < 40; count++) {
      const part: cheerio.CheerioAPI = await atom(site, next);
      seen.push(
        ...part('entry > id')
          .toArray()
          .map((element) => part(element).text()),
      );
      expect(link(part, 'previous') === undefined).toBe(count === 0);
      next = path(link(part, 'next'));
    }
    expect(seen.length).toBe(results(await site.page('/jobs?search=manager')).total);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('[ROUTE-07] an unchanged feed is answered with 304, and nonsensical parameters are tolerated', async () => {
    const { again } = await site.revalidate('/jobs/feed.atom');
    expect([again.status, again.text]).toEqual([304, '']);
    const empty = await atom(site, '/jobs/feed.atom?search=qqqqzzzz%22%3C%5D%5D%3E%26');
    expect(empty('entry').length).toBe(0);
    expect(empty('feed > updated').text()).toMatch(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/);
    for (const query of [
      'page=99999999',
      'page=-1',
      'page=2&page=3',
      'company=x&remote=y',
      'sorting=nonsense',
      'jobId=1',
    ])
      await atom(site, `/jobs/feed.atom?${query}`);
    const many = Array.from({ length: 900 }, (_value, index) => `p${index}=1`).join('&');
    await atom(site, `/jobs/feed.atom?${many}`);
    expect((await site.get('/fr/emploi/feed.atom')).status).toBe(404);
    const moved = await new SiteUnderTest(url, 'europe').get('/fr/jobs/feed.atom?search=a');
    expect([moved.status, path(moved.headers['location'])]).toEqual([301, '/fr/emploi/feed.atom?search=a']);
  });
});
