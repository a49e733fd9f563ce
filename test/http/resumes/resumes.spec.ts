import * as cheerio from 'cheerio';
import { DEMO_PASSWORD } from '../../support/products.mjs';
import { facet, type FetchedPage, folded, PRODUCTS, SiteUnderTest } from '../../support/data/site.js';
import { Visitor } from '../../support/visitors/visitor.js';

const PATIENCE = 60_000;

/** A browser on the default site, which serves hosts that are not listed. */
class Reader {
  readonly visitor: Visitor;

  constructor(url: string) {
    this.visitor = new Visitor(url);
  }

  static async as(url: string, name: string): Promise<Reader> {
    const reader = new Reader(url);
    await reader.visitor.logIn(`${name}@demo.causeboard.test`, DEMO_PASSWORD);
    expect(await reader.visitor.session()).toHaveProperty('user');
    return reader;
  }

  async page(path: string): Promise<FetchedPage> {
    const response = await this.visitor.fetch(path);
    const html = await response.text();
    const $ = cheerio.load(html);
    return {
      status: response.status,
      html,
      $,
      headers: Object.fromEntries(response.headers),
      texts: (selector) =>
        $(selector)
          .map((_index, element) => folded($(element).text()))
          .get(),
      jsonLd: () => undefined,
    };
  }

  /** Opens a page as an administrator who has given a reason for seeing the private fields. */
  async privatePage(path: string): Promise<FetchedPage> {
    const access = (await this.page(path)).$('main a[href*="/admin/access"]').attr('href');
    if (access !== undefined) {
      const csrfToken = (await this.page(access)).$('main input[name="csrfToken"]').attr('value')!;
      const body = new URLSearchParams({ csrfToken, reason: 'A test of who sees what' });
      await this.visitor.fetch(access, { method: 'POST', body, redirect: 'manual' });
    }
    return this.page(path);
  }

  async ask(operationName: string, variables: object): Promise<{ body: string; codes: unknown[] }> {
    const response = await this.visitor.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operationName, variables }),
    });
    const body = await response.text();
    const { errors = [] } = JSON.parse(body) as { errors?: { extensions?: { code?: string } }[] };
    return { body, codes: errors.map(({ extensions }) => extensions?.code) };
  }
}

/** Titles, paths and total number of resumes on a page. */
function found(page: FetchedPage): { titles: string[]; paths: string[]; total: number } {
  const links = page.$('[data-region="results"] > ol h2 a');
  return {
    titles: links.map((_index, link) => folded(page.$(link).text())).get(),
    paths: links.map((_index, link) => page.$(link).attr('href') ?? '').get(),
    total: Number((/[\d,.\s]*\d/.exec(folded(page.$('main h1').text()))?.[0] ?? '0').replace(/\D/g, '')),
  };
}

const withoutQuery = (path: string) => path.split('?')[0]!;
const RESUME_PATH = /^\/resume\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe.each(PRODUCTS)('resumes, %s', (_name, url) => {
  const europe = new SiteUnderTest(url, 'europe');
  const uk = new SiteUnderTest(url, 'uk');
  const nobody = new Reader(url);
  let recruiter: Reader;
  let applicant: Reader;
  let admin: Reader;
  beforeAll(async () => {
    [recruiter, applicant, admin] = [
      await Reader.as(url, 'recruiter'),
      await Reader.as(url, 'applicant'),
      await Reader.as(url, 'admin'),
    ];
  }, PATIENCE);

  it('[SEARCH-08] shows ten per page, the total, facets with counts, and consecutive pages', async () => {
    const [one, two] = [await recruiter.page('/resumes'), await recruiter.page('/resumes?page=2')];
    expect(found(one).titles).toHaveLength(10);
    expect(found(one).total).toBeGreaterThanOrEqual(490);
    expect(found(two).total).toBe(found(one).total);
    expect(
      found(two)
        .paths.map(withoutQuery)
        .filter((path) => found(one).paths.includes(path)),
    ).toEqual([]);
    for (const path of found(one).paths) expect(path).toMatch(RESUME_PATH);
    expect(one.$('a[rel="next"]').attr('href')).toBe('/resumes?page=2');
    for (const name of ['career_status', 'language', 'skill', 'occupation', 'region', 'employment_type'])
      expect({ name, values: facet(one, name).length > 1 }).toEqual({ name, values: true });
    expect(facet(one, 'field_of_study')).toEqual([]);
  });

  it('[SEARCH-09] each count is the number of results for that value, and a choice does not narrow the other counts of its facet', async () => {
    const all = await recruiter.page('/resumes');
    for (const name of ['career_status', 'language', 'skill', 'occupation', 'region', 'employment_type']) {
      const [value, other] = facet(all, name);
      const chosen = await recruiter.page(`/resumes?${name}=${value!.value}`);
      expect({ name, total: found(chosen).total }).toEqual({ name, total: value!.count });
      const counts = (page: FetchedPage) => facet(page, name).map((each) => `${each.value}:${each.count}`);
      expect(counts(chosen).sort()).toEqual(counts(all).sort());
      const both = await recruiter.page(`/resumes?${name}=${value!.value}&${name}=${other!.value}`);
      expect(found(both).total).toBeLessThanOrEqual(value!.count + other!.count);
      expect(found(both).total).toBeGreaterThanOrEqual(Math.max(value!.count, other!.count));
    }
  });

  it('[SEARCH-04] searches near a place, by default within 100 km, and without a radius in whole regions', async () => {
    const near = (radius: string) => recruiter.page(`/resumes?geo_location=London${radius}`);
    const [small, usual, large] = [await near('&radius=5'), await near(''), await near('&radius=200')];
    expect(found(large).total).toBeGreaterThan(found(small).total);
    expect(usual.$('select[name="radius"] option[selected]').attr('value')).toBe('100');
    expect(found(usual).total).toBe(found(await near('&radius=100')).total);
    for (const place of ['Scotland', 'Germany']) {
      const whole = await recruiter.page(`/resumes?geo_location=${place}`);
      expect(found(whole).total).toBeGreaterThan(0);
      expect(whole.$('select[name="radius"]')).toHaveLength(0);
    }
  });

  it('[SEARCH-10] [SEARCH-12] is a form without scripts; choices can be removed, also if nothing is found', async () => {
    const all = await recruiter.page('/resumes');
    const region = facet(all, 'region')[0]!;
    const page = await recruiter.page(`/resumes?search=zzyzxqwv&region=${region.value}`);
    expect([page.status, found(page).total]).toEqual([200, 0]);
    expect(page.$('form[role="search"]').attr('action')).toBe('/resumes');
    expect(page.$('form[role="search"] input[name="search"]').attr('value')).toBe('zzyzxqwv');
    expect(page.texts('[data-region="results"] ul a')).toEqual(expect.arrayContaining([region.label]));
    expect(page.$('[data-region="results"] h2').text()).not.toBe('');
  });

  it('[SEARCH-08] links to resumes that agree with the list, and back to the same search', async () => {
    const list = await recruiter.page('/resumes?employment_type=101&page=2');
    const path = found(list).paths[0]!;
    const resume = await recruiter.page(path);
    expect([resume.status, folded(resume.$('main h1').text())]).toEqual([200, found(list).titles[0]]);
    expect(resume.$('main nav a').last().attr('href')).toBe('/resumes?employment_type=101&page=2');
  });

  it(
    '[ROLE-05] shows personal data only to administrators who gave a reason, and mail addresses to nobody',
    async () => {
      const withheld = new Map<string, string[]>();
      const read: string[] = [];
      for (const number of [1, 2, 3]) {
        const list = await recruiter.page(`/resumes?page=${number}`);
        read.push(list.html);
        for (const path of found(list).paths.map(withoutQuery)) {
          const [own, theirs] = await Promise.all([admin.privatePage(path), recruiter.page(path)]);
          withheld.set(path, own.texts('#private ~ dl dd'));
          const asked = await recruiter.ask('ResumeDetail', { id: path.split('/').at(-1) });
          expect(asked.body).toContain(
            '"firstName":null,"lastName":null,"phone":null,"birthday":null,"homeLocation":null',
          );
          read.push(theirs.html, asked.body);
          expect(theirs.$('#private').text()).toContain('private');
          expect(own.html).not.toMatch(/@[\w.-]*people\.test/);
        }
      }
      const values = [...withheld.values()];
      expect(values).toHaveLength(30);
      // Every resume has a name and an address; most have a telephone number and a date of birth.
      for (const each of values) expect(each.length).toBeGreaterThanOrEqual(2);
      expect(values.flat().length).toBeGreaterThan(90);
      const everything = read.join('\n');
      for (const value of values.flat()) expect(everything).not.toContain(value);
      expect(everything).not.toMatch(/[\w.]+@[\w.-]*people\.test|\+44 7700|\+49 30 23125|\+33 6 39/);
    },
    PATIENCE,
  );

  it(
    '[ROLE-05] cannot be searched by personal data',
    async () => {
      const list = await recruiter.page('/resumes');
      for (const path of found(list).paths.map(withoutQuery)) {
        const [name, phone] = (await admin.privatePage(path)).texts('#private ~ dl dd');
        for (const words of [`"${name}"`, `"${phone}"`, name!.split(' ').at(-1)!]) {
          const paths = found(await recruiter.page(`/resumes?search=${encodeURIComponent(words)}`)).paths.map(
            withoutQuery,
          );
          expect({ words, isFound: paths.includes(path) }).toEqual({ words, isFound: false });
        }
      }
    },
    PATIENCE,
  );

  it('[SEARCH-08] explains the search and how to get access to all others, without any resume data', async () => {
    const path = withoutQuery(found(await recruiter.page('/resumes')).paths[0]!);
    const title = folded((await recruiter.page(path)).$('main h1').text());
    for (const asked of ['/resumes', '/resumes?skill=1101&page=2', path]) {
      for (const [reader, status] of [
        [nobody, 200],
        [applicant, 403],
      ] as const) {
        const page = await reader.page(asked);
        expect(page.status).toBe(status);
        expect(page.$('main h1').text()).toBe('Find people by their resumes');
        expect(page.$('[data-region="results"], main input, main ol').length).toBe(0);
        expect(page.html).not.toContain(title);
        // The page may contain a link to itself.
        expect(page.html.replaceAll(`href="${path}"`, '')).not.toMatch(/href="\/resume\/[0-9a-f]/);
      }
    }
    const page = await nobody.page('/resumes?skill=1101');
    const ways = page
      .$('main a')
      .map((_index, link) => page.$(link).attr('href'))
      .get();
    expect(ways).toEqual([
      '/user/login?destination=%2Fresumes%3Fskill%3D1101',
      '/user/register/recruiter?destination=%2Fresumes%3Fskill%3D1101',
    ]);
  });

  it('[SEARCH-08] [ROLE-02] refuses people who do not recruit, without totals, facets or documents', async () => {
    const id = withoutQuery(found(await recruiter.page('/resumes')).paths[0]!)
      .split('/')
      .at(-1);
    const facets = [{ field: 'field_resume_skills', limit: 100, operator: 'or', min_count: 1, missing: false }];
    const questions: [string, object][] = [
      ['SearchResumes', { facets }],
      ['CountSearch', { index_id: 'resumes' }],
      ['ResumeFacetLabels', { facets }],
      ['ResumeDetail', { id }],
      ['ResumeDetail', { id: '00000000-0000-4000-8000-000000000000' }],
    ];
    for (const [operation, variables] of questions) {
      for (const [reader, code] of [
        [nobody, 'UNAUTHENTICATED'],
        [applicant, 'FORBIDDEN'],
      ] as const) {
        const { body, codes } = await reader.ask(operation, variables);
        expect({ operation, codes }).toEqual({ operation, codes: [code] });
        expect(body).not.toMatch(/result_count|"title"|"label"/);
      }
      for (const reader of [recruiter, admin]) expect((await reader.ask(operation, variables)).codes).toEqual([]);
    }
  });

  it('[SEARCH-08] is never cached or indexed', async () => {
    const path = withoutQuery(found(await recruiter.page('/resumes')).paths[0]!);
    for (const [reader, asked] of [
      [recruiter, '/resumes'],
      [recruiter, path],
      [admin, path],
      [nobody, '/resumes'],
      [nobody, path],
      [applicant, '/resumes'],
      [applicant, '/resume'],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const page = await reader.page(asked);
        expect(page.headers['cache-control']).toBe('private, no-store');
        expect(page.headers['cache-status']).not.toContain('hit');
        expect(page.$('meta[name="robots"]').attr('content')).toContain('noindex');
        expect(page.$('link[rel="canonical"]')).toHaveLength(0);
      }
    }
  });

  it('applicants see their own resume as recruiters do, and what is missing in it; others are redirected', async () => {
    const own = await applicant.page('/resume');
    expect(own.status).toBe(200);
    expect(own.$('#resume-title').text()).not.toBe('');
    expect(own.$('#private').text()).toContain('private');
    expect(own.$('main').text()).not.toContain('Okafor');
    expect(own.$('#missing').length).toBe(1);
    const led = await recruiter.visitor.fetch('/resume');
    expect([led.status, led.headers.get('location')]).toEqual([302, '/resumes']);
    const sent = await nobody.visitor.fetch('/resume');
    expect([sent.status, sent.headers.get('location')]).toEqual([
      302,
      '/user/login?destination=/resume&error=SessionRequired',
    ]);
  });

  it('is in the menus of people who can use it', async () => {
    const links = async (reader: Reader) => {
      const page = await reader.page('/organizations');
      return page
        .$('header a[href^="/resume"]')
        .map((_index, link) => page.$(link).attr('href'))
        .get();
    };
    expect(new Set(await links(recruiter))).toEqual(new Set(['/resumes']));
    expect(new Set(await links(applicant))).toEqual(new Set(['/resume']));
    expect(await links(nobody)).toEqual([]);
    expect((await recruiter.page('/dashboard')).$('main a[href="/resumes"]').length).toBeGreaterThan(0);
  });

  it('[ROUTE-08] has British English and German addresses', async () => {
    for (const [site, from, to] of [
      [uk, '/resumes', '/cvs'],
      [uk, '/resume', '/cv'],
      [europe, '/de/resumes', '/de/bewerbersuche'],
      [europe, '/de/resume', '/de/lebenslauf'],
    ] as const) {
      const moved = await site.get(from);
      expect([moved.status, moved.headers.location]).toEqual([301, to]);
    }
    const page = await europe.page('/de/bewerbersuche');
    expect(page.status).toBe(200);
    expect(page.$('main a').first().attr('href')).toBe('/de/user/login?destination=%2Fde%2Fbewerbersuche');
    const others = page
      .$('a[hreflang]')
      .map((_index, link) => page.$(link).attr('href'))
      .get();
    expect(new Set(others)).toEqual(new Set(['/en/resumes', '/de/bewerbersuche', '/fr/resumes']));
    expect((await uk.page('/cvs')).$('main h1').text()).toContain('CVs');
  });

  it.each([
    '/resumes?page=-1',
    '/resumes?page=99999999999',
    '/resumes?skill=abc',
    `/resumes?skill=${Array.from({ length: 300 }, (_, index) => index).join()}`,
    '/resumes?region=99999999999999999999',
    '/resumes?region=16777216',
    '/resumes?lat=91&lon=181&radius=7',
    `/resumes?search=${'%22'.repeat(200)}`,
    `/resumes?search=${encodeURIComponent("' OR 1=1 -- \\ %00 \u0000")}`,
    '/resumes?sorting=field_job_publishing_date',
    '/resumes?more=nothing&country=zz',
    `/resumes?${'x=1&'.repeat(2000)}`,
  ])('tolerates invalid parameters: %.60s', async (path) => {
    expect((await recruiter.page(path)).status).toBe(200);
  });

  it.each([
    '/resumes/nurse',
    '/resume/1',
    '/resume/wizard/education',
    '/resume/00000000-0000-4000-8000-000000000000',
    '/resume/x/y',
  ])('%s is no resume', async (path) => {
    expect((await recruiter.page(path)).status).toBe(404);
  });
});
