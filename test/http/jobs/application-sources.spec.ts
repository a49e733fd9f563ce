import * as cheerio from 'cheerio';
import { publishJobWithForm } from '../../support/data/job-writer.js';
import { PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { DEMO_PASSWORD, HOSTS, startProduct } from '../../support/products.mjs';
import { waitFor } from '../../support/wait-for.js';
import { Applicant, FORM, TYPED } from '../../support/visitors/applicant.js';
import { RecruiterVisitor } from '../../support/visitors/recruiter-visitor.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const ROBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const DOT = 'img[data-start-dot]';
const SOURCE = `${FORM} input[type="hidden"][name="source"]`;
const MAIL = 'utm_source=job-alert&utm_medium=email';
const HOSTILE = ['', 'Search', 'search,mail', '"><script>alert(1)</script>', '__proto__', 'x'.repeat(3000), 'unknown'];

/** A browser that sends a referrer, with or without scripts. */
class Arriving extends Applicant {
  constructor(private readonly at: SiteUnderTest) {
    super(at);
  }

  async open(path: string, referer?: string): Promise<cheerio.CheerioAPI> {
    const request = this.at.get(path).set({ Cookie: this.cookies(), 'user-agent': BROWSER }).redirects(0);
    return cheerio.load(this.took(await (referer === undefined ? request : request.set('referer', referer))).text);
  }

  async see(page: cheerio.CheerioAPI, dot: string, referer?: string): Promise<void> {
    const request = this.at.get(page(dot).attr('src')!).set('user-agent', BROWSER);
    expect((await (referer === undefined ? request : request.set('referer', referer))).status).toBe(200);
  }
}

const FROM_OWN = `http://${HOSTS.default}`;

describe.each(PRODUCTS)('applications by source, %s', (_name, url) => {
  const site = new SiteUnderTest(url);
  let recruiter: RecruiterVisitor;
  let id: string;
  let job: string;
  let form: string;
  let people = 0;

  beforeAll(async () => {
    recruiter = await RecruiterVisitor.of(site);
    ({ job, form } = await publishJobWithForm(recruiter, 'Counted job'));
    id = job.split('/')[2]!;
  }, 60_000);

  /** @returns views, started applications and sent applications by source, as the recruiter sees them */
  async function table(): Promise<Record<string, number[]>> {
    const page = await recruiter.page(`/applications/${id}`);
    return Object.fromEntries(
      page('#numbers [data-source]')
        .toArray()
        .map((row) => [
          row.attribs['data-source']!,
          ['views', 'started', 'applications'].map((each) => Number(page(row).find(`[data-count="${each}"]`).text())),
        ]),
    );
  }

  async function view(visitor: Arriving, path: string, referer?: string): Promise<void> {
    await visitor.see(await visitor.open(path, referer), 'img[data-view-dot]', FROM_OWN + path);
  }

  async function start(visitor: Arriving, address: string, referer?: string): Promise<cheerio.CheerioAPI> {
    const page = await visitor.open(address, referer);
    await visitor.see(page, DOT, FROM_OWN + address);
    return page;
  }

  async function send(visitor: Arriving, page: cheerio.CheerioAPI, more: Record<string, string> = {}): Promise<void> {
    people += 1;
    const values = { ...TYPED, emailAddress: `person${people}@sources.test`, askedForFiles: 'yes', ...more };
    expect((await visitor.apply(page, values)).headers.location).toBe(`${form}?notice=sent`);
  }

  it('[REC-03] are shown next to the views of each source, each application once, with unknown sources as such', async () => {
    expect(await table()).toEqual({});
    const visitor = () => new Arriving(site);

    // Next to the list on the search page: its link to the form names the source, and the referrer agrees.
    const inPlace = visitor();
    const search = `/jobs?jobId=${id}`;
    const list = await inPlace.open(search);
    await inPlace.see(list, 'img[data-view-dot]', FROM_OWN + search);
    expect(list(`main a[href="${form}?source=search"]`).length).toBe(1);
    await send(inPlace, await start(inPlace, form, FROM_OWN + search));

    // From the search page to the job's own page, whose script adds the source to the link.
    const byLink = visitor();
    await view(byLink, job, `${FROM_OWN}/jobs?search=counted`);
    await send(byLink, await start(byLink, `${form}?source=search`, FROM_OWN + job));

    // From a mail, without scripts.
    const byMail = visitor();
    await view(byMail, `${job}?${MAIL}`);
    await send(byMail, await start(byMail, form, `${FROM_OWN}${job}?${MAIL}`));

    // From another website; the form is sent twice, which counts as one application.
    const byNews = visitor();
    await view(byNews, job, 'https://news.test/');
    const both = await start(byNews, `${form}?source=elsewhere`, FROM_OWN + job);
    await send(byNews, both, { emailAddress: 'twice@sources.test' });
    await send(byNews, both, { emailAddress: 'twice@sources.test' });

    // Directly, with an application that is never sent.
    const straight = visitor();
    await view(straight, job);
    await start(straight, `${form}?source=direct`, FROM_OWN + job);

    // Without scripts, a job's page does not pass on its source.
    const silent = visitor();
    await send(silent, await start(silent, form, FROM_OWN + job));

    // An invalid source in the address and in the form, which is accepted nevertheless.
    const forger = visitor();
    const forged = await start(forger, `${form}?source=searching`, FROM_OWN + job);
    await send(forger, forged, { source: 'x"); drop' });

    // Neither robots nor prefetched pages are counted.
    for (const headers of [{ 'user-agent': ROBOT }, { 'user-agent': BROWSER, 'sec-purpose': 'prefetch' }])
      await site.get(`/job-views/${id}-apply.gif?source=mail`).set(headers);

    await waitFor('all to be counted', async () => (await table()).unknown?.[1] === 2, 20_000);
    const expected = {
      search: [2, 2, 2],
      mail: [1, 1, 1],
      elsewhere: [1, 1, 1],
      direct: [1, 1, 0],
      unknown: [0, 2, 2],
    };
    await waitFor('each in its row', async () => JSON.stringify((await table()).direct) === '[1,1,0]', 20_000);
    expect(await table()).toEqual(expected);
    const page = await recruiter.page(`/applications/${id}`);
    const totals = page('#numbers [data-number] dd').toArray();
    expect(totals.map((total) => Number(page(total).text()))).toEqual([5, 7, 6]);
    // The page of the application does not show the source.
    const one = page(`main a[href^="/applications/${id}/"]`).first().attr('href')!;
    expect((await recruiter.page(one))('main').html()).not.toMatch(/source|elsewhere/);
  }, 120_000);

  it('[AUTH-15] [REC-03] a visit after logging in counts for the original source, and not for another website', async () => {
    const before = await table();
    const viewsOf = async (source: string) => ((await table())[source]?.[0] ?? 0) - (before[source]?.[0] ?? 0);
    const login = `${FROM_OWN}/user/login`;
    for (const [address, referer] of [
      [`${job}?source=mail&dispatch=login`, login],
      [`${job}?source=related`, 'https://accounts.test/'],
      [`${job}?source=unknown`, 'https://accounts.test/'],
      [job, login],
      [`${job}?source=news`, 'https://news.test/'],
    ] as const)
      await view(new Arriving(site), address, referer);
    await waitFor('all to be counted', async () => (await viewsOf('unknown')) === 2, 20_000);
    expect([await viewsOf('mail'), await viewsOf('related'), await viewsOf('elsewhere')]).toEqual([1, 1, 1]);
    // The page is the same for everybody: nothing in it depends on the source.
    const plain = await site.get(job);
    expect((await site.get(`${job}?source=search`)).text.match(/data-apply-way[^>]*/)?.[0]).toBe(
      plain.text.match(/data-apply-way[^>]*/)?.[0],
    );
    const page = await new Arriving(site).open(form, `${FROM_OWN}${job}?source=related`);
    expect(page(SOURCE).attr('value')).toBe('related');
  }, 60_000);

  it('[APP-01] the source stays in a form that is shown again with errors, and an invalid one is removed', async () => {
    const visitor = new Arriving(site);
    const page = await visitor.open(`${form}?source=mail`);
    expect([page(SOURCE).attr('value'), page(DOT).attr('src')]).toEqual([
      'mail',
      `/job-views/${id}-apply.gif?source=mail`,
    ]);
    const refused = await visitor.apply(page, { ...TYPED, emailAddress: 'nobody@' });
    expect([refused.status, cheerio.load(refused.text)(SOURCE).attr('value')]).toEqual([422, 'mail']);
    for (const word of HOSTILE) {
      const hostile = await visitor.open(`${form}?source=${encodeURIComponent(word)}`, `${FROM_OWN}/jobs?jobId=${id}`);
      expect([hostile(SOURCE).attr('value'), hostile(DOT).attr('src')]).toEqual(['', `/job-views/${id}-apply.gif`]);
      const sent = await visitor.apply(hostile, { ...TYPED, emailAddress: 'nobody@', source: word });
      expect([sent.status, cheerio.load(sent.text)(SOURCE).attr('value')]).toEqual([422, '']);
    }
    // A wrong name in the address redirects to the right one and keeps the source.
    const moved = await site.get(`/apply/${id}/wrong?source=mail&x=1`).redirects(0);
    expect([moved.status, moved.headers.location]).toEqual([301, `${form}?source=mail`]);
  });
});

describe('applications by source on a site that requires a login', () => {
  it('[AUTH-15] [REC-03] the source is kept when logging in', async () => {
    const product = await startProduct({
      DATA_DIR: process.env.TEST_DATA_DIR!,
      BACKEND_GRAPHQL_URL: `${process.env.TEST_BACKEND!}/graphql`,
      SITE_FLAGS: 'default.forcedRegistration=on',
    });
    try {
      const site = new SiteUnderTest(product.url);
      const visitor = new Arriving(site);
      const { id, link } = await jobBehindLogin(site);
      // On the search page, the server adds the source to the link; on the job's own page, its script does.
      expect(link).toMatch(/^\/apply\/\d+\/[^?]*$/);
      const list = await visitor.open(`/jobs?jobId=${id}`);
      expect(destinationOf(list, 'main a[href*="/user/login?destination=%2Fapply"]')).toBe(`${link}?source=search`);
      // Visitors of the form itself are redirected to the login, and return.
      for (const [address, referer, source] of [
        [`${link}?source=mail`, undefined, 'mail'],
        [link, `${FROM_OWN}/jobs?jobId=${id}`, 'search'],
      ] as const) {
        const away = await site
          .get(address)
          .set({ 'user-agent': BROWSER, ...(referer && { referer }) })
          .redirects(0);
        expect(away.status).toBe(302);
        const login = away.headers.location!;
        const known = new Arriving(site);
        const values = { email: 'applicant@demo.causeboard.test', password: DEMO_PASSWORD };
        const back = await known.send(login, 'form[data-form="login"]', values);
        expect([back.status, back.headers.location!.split('&')[0]]).toEqual([303, `${link}?source=${source}`]);
        const page = await known.open(back.headers.location!, FROM_OWN + login);
        expect(page(SOURCE).attr('value')).toBe(source);
      }
    } finally {
      await product.stop();
    }
  }, 120_000);
});

function destinationOf(page: cheerio.CheerioAPI, link: string): string | null {
  return new URL(page(link).attr('href')!, FROM_OWN).searchParams.get('destination');
}

/** @returns a job with a form for which the demo applicant has not applied */
async function jobBehindLogin(site: SiteUnderTest): Promise<{ id: string; link: string }> {
  const applicant = await Applicant.known(site, 'applicant');
  const list = await site.page('/jobs');
  for (const element of list.$('[data-region="results"] h2 a[href*="/job/"]').toArray()) {
    const path = element.attribs.href!.split('?')[0]!;
    const shown = await site.page(path);
    if (shown.$('main a[data-apply-way][href*="/user/login?destination="]').length === 0) continue;
    const link = destinationOf(shown.$, 'main a[data-apply-way]')!;
    if ((await applicant.page(link))(FORM).length > 0) return { id: path.split('/')[2]!, link };
  }
  throw new Error('There is no job with a form');
}
