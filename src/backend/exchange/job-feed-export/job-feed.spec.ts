import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cheerio from 'cheerio';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { formatFrontendPages } from '#contract/pages/frontend-pages.js';
import { FRONTEND_HEADER, PAGES_HEADER } from '#contract/backend/graphql-over-http.js';
import { createDocuments } from '../create-documents.js';
import { importFile } from '../import/import-file.js';
import { saveOrganizations } from '../../domain/organizations/organization.repository.js';
import { saveJobs } from '../../domain/jobs/job.repository.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { JOBS_A_READ } from './serve-job-feed.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const light = {
  ink: '#111111',
  inkSoft: '#555555',
  ground: '#ffffff',
  surface: '#ffffff',
  line: '#cccccc',
  accent: '#0b5d57',
};
const HEADERS = {
  [PAGES_HEADER]: formatFrontendPages({
    origin: 'https://jobs.example.org',
    title: 'Jobs ]]> & more',
    locales: ['en', 'de'],
    routeNames: {},
    paths: ['/'],
    colours: { light },
  }),
};
const site = { name: 'europe', languages: ['en', 'de'], countries: ['DE'], demo: 'europe' as const };
const HOSTILE = '<p>Cook ]]> for &amp; with \u0000\u000b people, a hundred of them each day 🌱.</p>';

describe('the job feed', () => {
  let test: TestDatabase;
  let terms: TermCatalog;
  let ids: string[];

  const fetchFeed = async (served = site): Promise<string> => {
    const documents = createDocuments({
      database: test.database,
      terms,
      sites: [served],
      version: () => Promise.resolve('one'),
      clock: () => NOW,
    });
    const { body } = await documents.serve({
      path: '/feeds/jobs.xml',
      headers: { ...HEADERS, [FRONTEND_HEADER]: `${served.name}; locale=en` },
    })!;
    let text = '';
    for await (const piece of body as AsyncIterable<Uint8Array>) text += Buffer.from(piece).toString();
    return text;
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    terms = await seedTerms(test.database);
    const organization = await createOrganization(test.database, 'europe', 'Food & Bank');
    const tid = (slug: string) => terms.findBySlug(slug)!.tid;
    const jobs = [
      jobToSave(organization, {
        sourceKey: 'full',
        title: 'Köchin (w/m/d) & “Co”',
        language: 'de',
        description: HOSTILE.replace('\0', ''),
        salary: { min: 40_000, max: 50_000, currency: 'EUR', unit: 'YEAR' as const },
        address: { countryCode: 'DE', administrativeArea: 'BE', locality: 'Berlin', zip: '10115' },
        employmentTypeTids: [tid('full-time'), tid('contract')],
        remoteTid: tid('remote'),
        experienceTid: tid('3-5-years'),
        degreeTid: tid('bachelors-degree'),
        expiresAt: new Date('2026-12-24T23:59:59Z'),
      }),
      jobToSave(organization, { sourceKey: 'closed', state: 'archived' }),
      jobToSave(organization, { sourceKey: 'over', expiresAt: NOW }),
      ...Array.from({ length: 2 * JOBS_A_READ }, (_value, index) =>
        jobToSave(organization, { sourceKey: `n${index}` }),
      ),
    ];
    ids = (await saveJobs(test.database, 'europe', jobs, recordingIndexer())).map(({ id }) => id);
  });
  afterAll(() => test.close());

  it('[ROUTE-11] lists every open job once, with a stable address and number', async () => {
    const $ = cheerio.load(await fetchFeed(), { xml: true });
    expect($('source > publisher').text()).toBe('Jobs ]]> & more');
    expect($('source > publisherurl').text()).toBe('https://jobs.example.org');
    expect($('source > lastBuildDate').text()).toBe(NOW.toUTCString());
    const numbers = $('job > referencenumber')
      .toArray()
      .map((element) => $(element).text());
    expect(numbers.sort()).toEqual([ids[0]!, ...ids.slice(3)].sort());
    const job = $('job').filter((_index, element) => $(element).children('referencenumber').text() === ids[0]);
    const fields = job
      .children()
      .toArray()
      .map((element) => [element.tagName, $(element).text()]);
    expect(Object.fromEntries(fields)).toEqual({
      title: 'Köchin (w/m/d) & “Co”',
      date: 'Sun, 01 Nov 2026 08:00:00 GMT',
      referencenumber: ids[0],
      url: `https://jobs.example.org/de/job/${ids[0]}/kochin-w-m-d-co`,
      company: 'Food & Bank',
      city: 'Berlin',
      state: 'BE',
      country: 'DE',
      postalcode: '10115',
      description: HOSTILE.replace('\0', '').replace('\u000b', ''),
      salary: '40000 - 50000 EUR per year',
      education: 'Bachelor',
      jobtype: 'fulltime, contract',
      experience: '3–5 Jahre',
      remotetype: 'Fully remote',
      expirationdate: 'Thu, 24 Dec 2026 23:59:59 GMT',
      language: 'de',
    });
  });

  it('[ROUTE-11] contains no company for a job whose employer is not named', async () => {
    const unnamed = { sourceKey: '(unnamed)', name: 'Employer not named', isUnnamed: true };
    const organizations = [{ ...unnamed, source: 'test', language: 'en', benefitTids: [], featured: false }];
    const made = await saveOrganizations(test.database, 'charity', organizations, recordingIndexer());
    await saveJobs(test.database, 'charity', [jobToSave(made.get('(unnamed)')!)], recordingIndexer());
    const text = await fetchFeed({ ...site, name: 'charity' });
    expect(text).toContain('<title>');
    expect(text).not.toContain('company');
    expect(text).not.toContain('Employer not named');
  });

  it('[ROUTE-11] can be imported by another site of this product', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'causeboard-feed-'));
    try {
      const path = join(folder, 'feed.xml');
      writeFileSync(path, await fetchFeed());
      const result = await importFile(
        {
          path,
          site: { name: 'uk', languages: ['en'], countries: ['GB'] },
          source: 'feed',
          dryRun: false,
          allowIncomplete: false,
        },
        {
          database: test.database,
          terms,
          indexer: recordingIndexer(),
          now: NOW,
          places: { find: () => Promise.resolve({}) },
        },
      );
      if ('refused' in result) throw new Error(result.refused);
      expect(result.report).toMatchObject({ created: ids.length - 2, refused: [] });
      const job = await test.database
        .selectFrom('job')
        .selectAll()
        .where('site', '=', 'uk')
        .where('reference', '=', ids[0]!)
        .executeTakeFirstOrThrow();
      expect(job).toMatchObject({
        title: 'Köchin (w/m/d) & “Co”',
        language: 'de',
        locality: 'Berlin',
        country_code: 'DE',
        salary_min: 40_000,
        salary_max: 50_000,
        salary_currency: 'EUR',
        salary_unit: 'YEAR',
        expires_at: new Date('2026-12-24T23:59:59Z'),
        published_at: new Date('2026-11-01T08:00:00Z'),
        application_link: `https://jobs.example.org/de/job/${ids[0]}/kochin-w-m-d-co`,
      });
      const slugs = [...job.employment_type_tids, job.remote_tid!, job.degree_tid!, job.experience_tid!];
      expect(slugs.map((tid) => terms.find(tid)!.slug)).toEqual([
        ...['full-time', 'contract', 'remote', 'bachelors-degree', '3-5-years'],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
