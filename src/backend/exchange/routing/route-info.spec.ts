import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { seedContent } from '../../domain/content/seed-content.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { saveJobs } from '../../domain/jobs/job.repository.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { findRoute } from './route-info.js';

const site = { name: 'default', languages: ['en', 'de'], countries: ['GB'], demo: 'international' as const };
const context: RequestContext = {
  site,
  locale: 'en-GB',
  language: 'en',
  now: new Date('2026-11-21T00:00:00Z'),
  requestId: undefined,
  viewer: null,
};
/** These tests request no more than the head. */
const NOTHING_MORE = { job: () => Promise.resolve(null), organization: () => Promise.resolve(undefined) };
const NOT_FOUND = { __typename: 'ErrorResponse', code: 404, reason: 'Page not found.' };

describe('findRoute', () => {
  let test: TestDatabase;
  let organization: string;
  let jobs: string[];

  const route = (slug: string, language?: string) =>
    findRoute({ database: test.database, whole: NOTHING_MORE }, slug, language, context);

  beforeAll(async () => {
    test = await createTestDatabase();
    await seedTerms(test.database);
    await seedContent(test.database, site, new Date());
    organization = await createOrganization(test.database, 'default');
    const foreign = await createOrganization(test.database, 'charity-ca');
    const own = [
      jobToSave(organization, { sourceKey: 'open', description: `<p>${'Long & wide words. '.repeat(40)}</p>` }),
      jobToSave(organization, { sourceKey: 'closed', state: 'archived' }),
      jobToSave(organization, { sourceKey: 'draft', state: 'draft' }),
      jobToSave(organization, { sourceKey: 'waiting', state: 'needs_review' }),
      jobToSave(organization, { sourceKey: 'over', expiresAt: new Date('2026-11-20T00:00:00Z') }),
    ];
    const saved = await saveJobs(test.database, 'default', own, recordingIndexer());
    const elsewhere = await saveJobs(test.database, 'charity-ca', [jobToSave(foreign)], recordingIndexer());
    jobs = [...saved, ...elsewhere].map(({ id }) => id);
  });
  afterAll(() => test.close());

  it('finds a job at its canonical path, with the tags of its head', async () => {
    const path = `/job/${jobs[0]}/community-cook`;
    const result = await route(path);
    const metatags = [
      { meta: 'title', value: 'Community cook – Food Bank' },
      { meta: 'description', value: expect.stringMatching(/^Long & wide words\..{80,140}…$/) as string },
      { meta: 'canonical', value: path },
      { meta: 'og:title', value: 'Community cook – Food Bank' },
      { meta: 'og:description', value: expect.any(String) as string },
      { meta: 'og:type', value: 'article' },
    ];
    const content = { __typename: 'Job', id: jobs[0], metatags };
    expect(result).toEqual({ __typename: 'ContentResponse', content });
  });

  it('redirects to the canonical path', async () => {
    const target = `/job/${jobs[0]}/community-cook`;
    const moved = { __typename: 'RedirectResponse', code: 301, target };
    expect(await route(`/job/${jobs[0]}/old-title`)).toEqual(moved);
    expect(await route(`/job/${jobs[0]}`)).toEqual(moved);
    expect(await route(`/organization/${organization}/x`)).toMatchObject({
      code: 301,
      target: `/organization/${organization}/food-bank`,
    });
  });

  it('finds closed jobs, and excludes them from indexing', async () => {
    for (const id of [jobs[1], jobs[4]]) {
      expect(await route(`/job/${id}/community-cook`)).toMatchObject({
        content: { id, metatags: expect.arrayContaining([{ meta: 'robots', value: 'noindex' }]) as unknown },
      });
    }
  });

  it('finds an organization', async () => {
    expect(await route(`/organization/${organization}/food-bank`)).toMatchObject({
      content: { __typename: 'OrganizationProfile', id: organization },
    });
  });

  it('finds landing pages in the language of the request, otherwise of the site', async () => {
    expect(await route('/privacy-policy', 'de')).toMatchObject({ content: { title: 'Datenschutz' } });
    expect(await route('/privacy-policy', 'fr')).toMatchObject({ content: { title: 'Privacy policy' } });
    expect(await route('/about')).toMatchObject({ content: { __typename: 'LandingPage', title: 'About us' } });
  });

  it('names the language of a landing page before the others', async () => {
    expect(await route('/privacy-policy', 'de')).toMatchObject({ content: { languages: ['de', 'en'] } });
    expect(await route('/privacy-policy', 'fr')).toMatchObject({ content: { languages: ['en', 'de'] } });
  });

  it('does not find content that is missing, not public, or of another site', async () => {
    const slugs = [
      `/job/${jobs[2]}/community-cook`,
      `/job/${jobs[3]}/community-cook`,
      `/job/${jobs[5]}/community-cook`,
      '/job/999999999/x',
      '/job/99999999999999999999999/x',
      '/job/0/x',
      '/organization/999999999/x',
      '/nothing',
      '/\0',
      '',
      `/${'x'.repeat(10_000)}`,
    ];
    for (const slug of slugs) expect(await route(slug)).toEqual(NOT_FOUND);
  });
});
