import type { KyselyPlugin } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { createOrganization } from '../../../../test/support/data/jobs.js';
import type { JobDraftInput } from '#contract/generated/resolvers.js';
import type { Viewer, UserContext } from '../../platform/graphql/request-context.js';
import { seedTerms } from '../../reference/prepare-database.js';
import { JobEditing } from './job-editing.js';

let test: TestDatabase;
let editing: JobEditing;
let context: UserContext;
let asked = 0;

/** Counts statements. */
const counting: KyselyPlugin = {
  transformQuery({ node }) {
    asked += 1;
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  test = await createTestDatabase();
  const database = test.database.withPlugin(counting);
  const terms = await seedTerms(test.database);
  const organization = Number(await createOrganization(test.database, 'default'));
  const { id } = await test.database
    .insertInto('account')
    .values({ email: 'owner@people.test', name: 'Owner', roles: ['recruiter'], password_hash: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const viewer = {
    accountId: id,
    roles: ['recruiter'],
    profile: { activeOrganization: organization },
    memberships: new Map([[organization, { role: 'owner', name: 'One', site: 'default', ownerId: id }]]),
  } as unknown as Viewer;
  const site = { name: 'default', languages: ['en'], countries: ['CA'], demo: 'international' as const };
  context = { site, locale: 'en', language: 'en', now: new Date(), requestId: undefined, viewer };
  const unused = {} as never;
  editing = new JobEditing({ database, terms, indexer: unused, organizations: unused, places: unused });
}, 60_000);
afterAll(() => test.close());

/** @returns the number of statements, with the result */
async function save(input: Partial<JobDraftInput>) {
  asked = 0;
  const fields = [{ name: 'title', values: ['Community cook'] }];
  const result = await editing.save({ fields, ...input }, context);
  return { asked, id: result.id, version: result.version };
}

it('[REC-01] saving a draft takes one round trip, both for a new and an existing one', async () => {
  const made = await save({ key: 'a-form', type: 'job_per_template' });
  expect(made).toEqual({ asked: 1, id: made.id, version: 1 });
  expect(await save({ id: made.id, version: 1, type: 'job_per_template' })).toEqual({
    asked: 1,
    id: made.id,
    version: 2,
  });
  // The repeated form needs further statements, to find the existing draft.
  expect(await save({ key: 'a-form', type: 'job_per_template' })).toEqual({ asked: 3, id: made.id, version: 3 });
});

it('[ROLE-02] a draft of an organization of another site is refused', async () => {
  const elsewhere = { ...context, site: { ...context.site, name: 'uk' } };
  const input = { key: 'another', type: 'job_per_template' as const, fields: [], version: 0 };
  const organizationId = String([...context.viewer.memberships.keys()][0]);
  await expect(editing.save({ ...input, organizationId }, elsewhere)).rejects.toThrow();
});
