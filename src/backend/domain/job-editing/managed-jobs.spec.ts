import { RawNode, sql, type KyselyPlugin } from 'kysely';
import { jobWorld } from '../../../../test/support/worlds/job-world.js';
import { listJobsToReview, listManagedJobs, listSiteJobs, type ListReader } from './managed-jobs.js';

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

const PAGE = { limit: 3, offset: 2 };

/** Explains each statement instead of returning its rows, and collects the plans. */
function explaining(plans: PlanNode[]): KyselyPlugin {
  return {
    transformQuery: ({ node }) => RawNode.create(['explain (analyze, format json) ', ''], [node]),
    transformResult({ result }) {
      const [row] = result.rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[];
      plans.push(row!['QUERY PLAN'][0]!.Plan);
      return Promise.resolve({ ...result, rows: [] });
    },
  };
}

/** @returns how often a plan, or a part of it, reads a table */
function readsOf(table: string, plan: PlanNode): number {
  const own = plan['Relation Name'] === table ? plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + readsOf(table, part), own);
}

describe('pages of jobs', () => {
  const world = jobWorld();
  let organization: number;

  /** Jobs 1 to 20 wait for review, the first one was changed last; each has an application. */
  beforeAll(async () => {
    organization = await world.organization();
    await sql`
      with made as (
        insert into job (site, organization_id, title, language, description, state, published_at, updated_at, application_workflow,
          source, source_key, content_hash)
        select 'default', ${organization}, 'Job ' || n, 'en', '', 'needs_review', ${world.now},
          ${world.now}::timestamptz - n * interval '1 hour', 'form', 'test', n::text, '' from generate_series(1, 20) as n
        returning id
      )
      insert into application (site, job_id, organization_id, request_key, language, first_name, last_name, email, cover_letter,
        created_at, updated_at)
      select 'default', id, ${organization}, 'key', 'en', 'Ann', 'Bell', 'ann@people.test', '', ${world.now}, ${world.now} from made
    `.execute(world.database);
    await sql`analyze job, application`.execute(world.database);
  });

  it('[REC-03] continue in the order of the last change, with the number of applications', async () => {
    const { jwt } = await world.member(organization);
    // A change of its draft makes this job the second one.
    await sql`
      insert into job_draft (job_id, fields, changed_at)
      select id, '{}', ${world.now}::timestamptz - interval '90 minutes' from job where title = 'Job 12'
    `.execute(world.database);
    const pages = [];
    for (const offset of [0, 3, 6, 9, 12, 15, 18, 21]) {
      const { jobs } = await world.ask<{ jobs: { title: string; applications: number }[] }>(
        `managedJobs(limit: 3, offset: ${offset}) { jobs { title applications } }`,
        jwt,
      );
      pages.push(...jobs);
    }
    const numbers = Array.from({ length: 20 }, (_none, index) => index + 1).filter((number) => number !== 12);
    const ordered = [1, 12, ...numbers.slice(1)];
    expect(pages).toEqual(ordered.map((number) => ({ title: `Job ${number}`, applications: 1 })));
  });

  it('count the applications of the jobs of the page only', async () => {
    const plans: PlanNode[] = [];
    const database = world.database.withPlugin(explaining(plans));
    // No row is returned, so nothing is read from it.
    const reader = {} as ListReader;
    await listManagedJobs(database, 'default', { organizationId: organization }, PAGE, reader);
    await listSiteJobs(database, 'default', {}, PAGE, reader);
    await listJobsToReview(database, 'default', PAGE, reader);
    const reads = plans.map((plan) => readsOf('application', plan)).filter((count) => count > 0);
    expect(reads).toEqual([PAGE.limit, PAGE.limit, PAGE.limit]);
  });

  it('of the whole site are counted and selected without their organizations', async () => {
    const plans: PlanNode[] = [];
    const database = world.database.withPlugin(explaining(plans));
    const reader = {} as ListReader;
    await listSiteJobs(database, 'default', { title: 'Job', state: 'needs_review' }, PAGE, reader);
    await listJobsToReview(database, 'default', PAGE, reader);
    const reads = plans.map((plan) => readsOf('organization', plan)).sort((one, other) => one - other);
    // The organizations of the rows of both pages are read to show them.
    expect(reads.slice(0, 2)).toEqual([0, 0]);
    expect(Math.max(...reads)).toBeLessThanOrEqual(PAGE.limit);
  });

  it('of the whole site are found by the name of the organization', async () => {
    const { rows } = await sql<{ name: string }>`select name from organization where id = ${organization}`.execute(
      world.database,
    );
    const { jwt } = await world.reviewer('administrator');
    const total = (name: string) =>
      world.ask<{ total: number; jobs: unknown[] }>(
        `siteJobs(organization: "${name}", limit: 3) { total jobs { id } }`,
        jwt,
      );
    expect(await total(rows[0]!.name.toUpperCase())).toEqual({ total: 20, jobs: Array(3).fill(expect.anything()) });
    expect(await total('Nobody’s organization')).toEqual({ total: 0, jobs: [] });
  });
});
