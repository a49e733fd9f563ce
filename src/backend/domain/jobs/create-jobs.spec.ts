import { createTestDatabase, silentLogger, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization, jobToSave, recordingIndexer } from '../../../../test/support/data/jobs.js';
import { createExecutor, type Executor } from '../../platform/graphql/executor.js';
import { assembleSchema } from '../../platform/graphql/backend-module.js';
import { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { organizationResolvers } from '../organizations/create-organizations.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { taxonomyResolvers } from '../../reference/taxonomy/term-catalog.js';
import { jobResolvers } from './create-jobs.js';
import { saveJobs } from './job.repository.js';

// The part of the contract that these domains implement, copied verbatim.
const SDL = `
  scalar DateTime
  type Query {
    job(id: ID!): Job
    similarJobs(id: ID!, first: Int = 4): [JobDocument!]!
    organizationProfile(id: ID!): Organization
    teasedJobs(kind: JobTeaserKind!, language: [String!], first: Int = 6): [JobTeaser!]!
    featuredOrganizations(first: Int = 4): [Organization!]!
    trainingOrganizations(first: Int = 50): [Organization!]!
    termTree(vid: String!): [Term!]!
  }
  type Term { tid: Int! label: String! slug: String! }
  type Job { id: ID! title: String! state: String! closed: Boolean! organization: Organization! employmentType: [Term!]!
    salaryRangeFree: Salary published: DateTime! expiration: DateTime applicationLink: String }
  type Salary { minSalary: Float maxSalary: Float currencyCode: String! salaryUnit: String! }
  type Organization { id: ID! name: String! openJobs: Int! }
  type JobDocument { id: ID! title: String! organization: Organization! snippet: [TextPart!]! }
  enum JobTeaserKind { featured video top }
  type JobTeaser { job: JobDocument! }
  type TextPart { text: String! marked: Boolean! }
`;

describe('the resolvers of jobs and organizations', () => {
  let test: TestDatabase;
  let execute: Executor;
  let ids: string[];
  let organization: string;
  let other: string;

  const run = (query: string, variables: Record<string, unknown>, frontend = 'default; locale=de-DE') =>
    execute({ operationName: '', query, variables, headers: { 'x-causeboard-frontend': frontend } });

  beforeAll(async () => {
    test = await createTestDatabase();
    const { database } = test;
    const terms = await seedTerms(database);
    organization = await createOrganization(database, 'default');
    other = await createOrganization(database, 'default', 'Soup Kitchen');
    const occupationTids = [terms.vocabulary('occupation', 'en')[0]?.tid ?? 0];
    const jobs = [
      jobToSave(organization, { occupationTids, salary: { min: 20.5, currency: 'EUR', unit: 'HOUR' } }),
      jobToSave(organization, { sourceKey: '2', title: 'Baker', occupationTids }),
      jobToSave(other, { sourceKey: '3', title: 'Chef', occupationTids, language: 'fr' }),
      jobToSave(organization, { sourceKey: '4', title: 'Old', occupationTids, state: 'archived' }),
      jobToSave(organization, { sourceKey: '5', title: 'Draft', occupationTids, state: 'draft' }),
      jobToSave(organization, {
        sourceKey: '6',
        title: 'Dish washer',
        occupationTids,
        language: 'fr',
        publishedAt: new Date('2026-10-01T08:00:00Z'),
      }),
    ];
    ids = (await saveJobs(database, 'default', jobs, recordingIndexer())).map(({ id }) => id);
    const organizations = new OrganizationProfiles(database, terms);
    const schema = assembleSchema(
      [
        taxonomyResolvers(terms),
        organizationResolvers(database, organizations),
        jobResolvers({ database, terms, organizations }),
      ],
      SDL,
    );
    const sites = ['default', 'charity-ca'].map((name) => ({
      name,
      languages: ['en'],
      countries: [],
      demo: 'international' as const,
    }));
    execute = createExecutor({
      viewerOf: () => Promise.resolve(null),
      schema,
      sites,
      clock: () => new Date('2026-11-21T00:00:00Z'),
      logger: silentLogger,
    });
  });
  afterAll(() => test.close());

  it('gives a job with labels in the language of the request', async () => {
    const query = `query Q($id: ID!) { job(id: $id) { title state closed organization { name openJobs } published expiration
      employmentType { label } salaryRangeFree { minSalary maxSalary currencyCode salaryUnit } } }`;
    expect(await run(query, { id: ids[0] })).toEqual({
      data: {
        job: {
          title: 'Community cook',
          state: 'published',
          closed: false,
          organization: { name: 'Food Bank', openJobs: 3 },
          published: '2026-11-01T08:00:00.000Z',
          expiration: null,
          employmentType: [{ label: 'Vollzeit' }],
          salaryRangeFree: { minSalary: 20.5, maxSalary: null, currencyCode: 'EUR', salaryUnit: 'HOUR' },
        },
      },
    });
  });

  it('shows closed jobs as closed, and no drafts, jobs of other sites or invalid ids', async () => {
    const query = 'query Q($id: ID!) { job(id: $id) { closed state } }';
    expect(await run(query, { id: ids[3] })).toEqual({ data: { job: { closed: true, state: 'archived' } } });
    for (const id of [ids[4], '0', '-1', 'x', '9'.repeat(40), '1\0']) {
      expect(await run(query, { id })).toEqual({ data: { job: null } });
    }
    expect(await run(query, { id: ids[0] }, 'charity-ca; locale=en')).toEqual({ data: { job: null } });
  });

  it('finds similar jobs that are open, the most similar first', async () => {
    const query = 'query Q($id: ID!, $n: Int) { similarJobs(id: $id, first: $n) { title snippet { text marked } } }';
    const snippet = [{ text: 'Cook for two hundred people a day, with a team of volunteers.', marked: false }];
    expect(await run(query, { id: ids[0], n: 9 })).toEqual({
      data: {
        similarJobs: [
          { title: 'Baker', snippet },
          { title: 'Chef', snippet },
          { title: 'Dish washer', snippet },
        ],
      },
    });
    expect(await run(query, { id: ids[0], n: -1 })).toEqual({ data: { similarJobs: [] } });
    expect(await run(query, { id: '999999', n: 1 })).toEqual({ data: { similarJobs: [] } });
  });

  it('features organizations of the site only', async () => {
    const query = '{ featuredOrganizations { id } }';
    expect(await run(query, {})).toEqual({ data: { featuredOrganizations: [{ id: other }, { id: organization }] } });
    expect(await run(query, {}, 'charity-ca; locale=en')).toEqual({ data: { featuredOrganizations: [] } });
  });

  it('lists a vocabulary in its own order', async () => {
    const { data } = await run(
      '{ termTree(vid: "experience") { slug label } nothing: termTree(vid: "x") { slug } }',
      {},
    );
    expect(data).toMatchObject({
      nothing: [],
      termTree: [{ slug: 'entry-level', label: 'Berufseinstieg' }, {}, {}, {}, {}],
    });
  });
});
