import { sql, type Kysely, type RawBuilder } from 'kysely';
import { WAITING_STATES } from '#contract/applications/recruiting-rules.js';
import type { JobState, JobStateCount, ManagedJob } from '#contract/generated/resolvers.js';
import type { JobRules, JobType } from '#contract/job-form/job-form.js';
import { jobPath } from '#contract/pages/paths.js';
import type { Viewer } from '../../platform/graphql/request-context.js';
import type { Database } from '../../platform/database/schema.js';
import { needsReview, isReviewer, stepsFrom, actorOf, WAS_PUBLIC, WAS_UNPUBLISHED } from './workflow/job-workflow.js';

interface Row {
  id: number;
  title: string;
  public_title: string;
  type: JobType;
  state: JobState;
  organization_id: number;
  organization_name: string;
  organization_state: string;
  organization_trusted: boolean;
  published_at: Date;
  expires_at: Date | null;
  time_zone: string;
  changed_at: Date;
  has_changes: boolean;
  change_waits: boolean;
  version: number;
  sent_back: string | null;
  was_public: boolean;
  was_unpublished: boolean;
  applications: number;
  new_applications: number;
  waiting: number;
  views: number;
  started: number;
  charge: { by: 'credit' | 'slot'; at: string } | null;
  placements: { kind: 'featured' | 'top'; until: string }[];
}

/** Title of a job: the public one for public jobs, otherwise that of the form. */
const TITLE = sql`case when job.state in ('published', 'archived') then job.title
  else coalesce(nullif(d.fields->'title'->>0, ''), job.title) end`;
/** Reason why a draft or a change was sent back, if that was the last step that somebody took with the job itself. */
const SENT_BACK = sql`case when job.state = 'draft' or (d.job_id is not null and job.state <> 'needs_review') then (
  select case when e.step in ('send_back', 'unpublish') then e.reason end from job_event e
  where e.job_id = job.id and e.step not in ('release', 'suspend', 'restore') order by e.id desc limit 1
) end`;
const COLUMNS = sql`
  job.id, ${TITLE} as title, job.title as public_title, job.type, job.state,
  job.organization_id, o.name as organization_name, o.state as organization_state, o.trusted_at is not null as organization_trusted, job.published_at, job.expires_at, job.time_zone,
  greatest(job.updated_at, d.changed_at) as changed_at,
  coalesce(d.fields <> '{}', false)
    and (job.state <> 'scheduled' or d.changed_at > job.updated_at or job.change_submitted_at is not null) as has_changes,
  job.change_submitted_at is not null as change_waits, coalesce(d.version, job.form_version) as version,
  ${SENT_BACK} as sent_back,
  ${WAS_PUBLIC} as was_public, ${WAS_UNPUBLISHED} as was_unpublished,
  sent.applications, sent.new_applications, sent.waiting,
  (select jsonb_build_object('by', case when c.transfer_id is null then 'slot' else 'credit' end, 'at', c.charged_at)
    from job_charge c where c.job_id = job.id and c.ended_at is null) as charge,
  coalesce((select jsonb_agg(jsonb_build_object('kind', p.kind, 'until', p.ends_at) order by p.kind)
    from job_placement p where p.job_id = job.id and p.ended_at is null), '[]') as placements,
  coalesce(seen.views, 0)::int as views, coalesce(seen.started, 0)::int as started
`;
const TABLES = sql`job join organization o on o.id = job.organization_id left join job_draft d on d.job_id = job.id
  left join job_views seen on seen.job_id = job.id`;
/** Enough to select and count jobs by their own columns: PostgreSQL would join the organizations of all jobs, although it needs none. */
const JOB = sql`job`;
/** Counts of applications, by index-only scans. */
const SENT = sql`cross join lateral (
  select count(*)::int as applications,
    (count(*) filter (where a.state = 'new' and a.read_at is null))::int as new_applications,
    (count(*) filter (where a.state = any(${WAITING_STATES})))::int as waiting
  from application a where a.job_id = job.id
) sent`;

/** Jobs that wait for review, or have a change that does. */
export const REVIEW_QUEUE = sql<boolean>`(
  job.state = 'needs_review' or (job.change_submitted_at is not null and job.state <> 'draft')
)`;
/** Time since which such a job waits; those that have waited longest come first. */
export const WAITING_SINCE = sql<Date>`coalesce(job.change_submitted_at, job.updated_at)`;

/** Jobs of a list: their tables, `JOB` or `TABLES`, and the condition that selects them. */
interface SelectedJobs {
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
}

export interface ListRange {
  limit: number;
  offset: number;
}

export interface ListReader {
  viewer: Viewer;
  rules: JobRules;
  /** Whether the site requires a message to waiting applicants when a job is closed. */
  needsClosing: boolean;
  /** As in the site's `commerce`. */
  refundHours: number;
  now: Date;
}

/** @returns jobs of an organization, the last changed first */
export async function listManagedJobs(
  database: Kysely<Database>,
  site: string,
  {
    organizationId,
    state,
    search,
  }: { organizationId: number; state?: JobState | undefined; search?: string | undefined },
  range: ListRange,
  reader: ListReader,
): Promise<{ jobs: ManagedJob[]; total: number }> {
  const conditions = [ownedAndTitled(site, organizationId, search)];
  if (state) conditions.push(sql`job.state = ${state}`);
  const jobs = { from: TABLES, where: sql.join(conditions, sql` and `) };
  const [rows, total] = await Promise.all([
    readPage(database, { ...jobs, order: sql`greatest(job.updated_at, d.changed_at) desc, job.id desc` }, range),
    countOf(database, jobs),
  ]);
  return { jobs: rows.map((row) => toManaged(row, reader)), total };
}

/** Jobs of an organization whose title contains the search, if there is one. */
function ownedAndTitled(site: string, organizationId: number, search: string | undefined): RawBuilder<unknown> {
  const titled = search ? sql`${TITLE} ilike ${containing(search)}` : sql`true`;
  return sql`job.organization_id = ${organizationId} and job.site = ${site} and ${titled}`;
}

/** @returns the number of jobs of an organization in each state, of those that `listManagedJobs` finds for the search */
export async function countByState(
  database: Kysely<Database>,
  site: string,
  { organizationId, search }: { organizationId: number; search?: string | undefined },
): Promise<JobStateCount[]> {
  const { rows } = await sql<{ state: JobState; count: number }>`
    select job.state, count(*)::int as count from ${search ? TABLES : sql`job`}
    where ${ownedAndTitled(site, organizationId, search)} group by job.state
  `.execute(database);
  return rows.map((row) => ({ __typename: 'JobStateCount', ...row }));
}

/** @returns the number of jobs of an organization that were sent back, or have a change that was */
export async function countSentBack(database: Kysely<Database>, site: string, organizationId: number): Promise<number> {
  const where = sql`job.organization_id = ${organizationId} and job.site = ${site} and ${SENT_BACK} is not null`;
  return countOf(database, { from: TABLES, where });
}

/** @returns jobs of a site that wait for review, or have a change that does, those that have waited longest first */
export async function listJobsToReview(
  database: Kysely<Database>,
  site: string,
  range: ListRange,
  reader: ListReader,
): Promise<{ jobs: ManagedJob[]; total: number }> {
  const jobs = { from: JOB, where: sql`job.site = ${site} and ${REVIEW_QUEUE}` };
  const [rows, total] = await Promise.all([
    readPage(database, { ...jobs, order: sql`${WAITING_SINCE}, job.id` }, range),
    countOf(database, jobs),
  ]);
  return { jobs: rows.map((row) => toManaged(row, reader)), total };
}

interface SiteJobFilter {
  title?: string | undefined;
  organization?: string | undefined;
  state?: JobState | undefined;
  /** Id of an account: only jobs of its organizations. */
  member?: string | undefined;
}

/** @returns jobs of a site that have a title, of all organizations, the last changed first */
export async function listSiteJobs(
  database: Kysely<Database>,
  site: string,
  { title, organization, state, member }: SiteJobFilter,
  range: ListRange,
  reader: ListReader,
): Promise<{ jobs: ManagedJob[]; total: number }> {
  const conditions = [sql`job.site = ${site} and job.title <> ''`];
  if (title) conditions.push(sql`job.title ilike ${containing(title)}`);
  if (organization)
    conditions.push(sql`job.organization_id in (
      select o.id from organization o where o.site = ${site} and o.name ilike ${containing(organization)}
    )`);
  if (member)
    conditions.push(sql`job.organization_id in (
      select m.organization_id from organization_member m where m.account_id = ${member}::uuid
    )`);
  if (state) conditions.push(sql`job.state = ${state}`);
  const jobs = { from: JOB, where: sql.join(conditions, sql` and `) };
  const [rows, total] = await Promise.all([
    readPage(database, { ...jobs, order: sql`job.updated_at desc, job.id desc` }, range),
    countOf(database, jobs),
  ]);
  return { jobs: rows.map((row) => toManaged(row, reader)), total };
}

/** @returns a `like` pattern for texts that contain the input */
function containing(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`;
}

/** @returns one job in the form of the lists; undefined if there is none */
export async function findManagedJob(
  database: Kysely<Database>,
  id: number,
  reader: ListReader,
): Promise<ManagedJob | undefined> {
  const [row] = await read(database, sql`where job.id = ${id}`);
  return row && toManaged(row, reader);
}

/**
 * Reads the jobs of a page. Its ids are selected first: otherwise, PostgreSQL may count the applications of all jobs that match before it
 * sorts them, because no index provides the order.
 */
function readPage(
  database: Kysely<Database>,
  { from, where, order }: SelectedJobs & { order: RawBuilder<unknown> },
  { limit, offset }: ListRange,
): Promise<Row[]> {
  const page = sql`select job.id from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`;
  return read(database, sql`where job.id in (${page}) order by ${order}`);
}

async function read(database: Kysely<Database>, rest: RawBuilder<unknown>): Promise<Row[]> {
  return (await sql<Row>`select ${COLUMNS} from ${TABLES} ${SENT} ${rest}`.execute(database)).rows;
}

async function countOf(database: Kysely<Database>, { from, where }: SelectedJobs): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from ${from} where ${where}`.execute(
    database,
  );
  return rows[0]?.total ?? 0;
}

function toManaged(row: Row, { viewer, rules, needsClosing, refundHours, now }: ListReader): ManagedJob {
  const { state } = row;
  const actor = actorOf(viewer, row.organization_id);
  const review = needsReview(rules, {
    organization: { state: row.organization_state, isTrusted: row.organization_trusted },
    wasUnpublished: row.was_unpublished,
  });
  const isOver = state === 'published' && row.expires_at !== null && row.expires_at <= now;
  return {
    __typename: 'ManagedJob',
    id: String(row.id),
    title: row.title,
    type: row.type,
    state: isOver ? 'archived' : state,
    organization: {
      __typename: 'JobOwner',
      id: String(row.organization_id),
      name: row.organization_name,
      similarNames: [],
    },
    url:
      state === 'published' || state === 'archived'
        ? { __typename: 'Url', path: jobPath(String(row.id), row.public_title) }
        : null,
    published: row.public_title === '' ? null : row.published_at.toISOString(),
    expiration: row.expires_at?.toISOString() ?? null,
    timeZone: row.time_zone,
    changed: row.changed_at.toISOString(),
    version: row.version,
    hasChanges: row.has_changes && (state === 'published' || state === 'scheduled' || state === 'archived'),
    changeInReview: row.change_waits,
    needsReview: review && !(actor && isReviewer(actor)),
    sentBackReason: row.sent_back,
    applications: row.applications,
    newApplications: row.new_applications,
    waiting: needsClosing ? row.waiting : 0,
    views: row.views,
    started: row.started,
    // An update is possible only if something has changed.
    steps: actor
      ? stepsFrom({
          state,
          actor,
          review,
          wasPublic: row.was_public,
          wasUnpublished: row.was_unpublished,
          changeWaits: row.change_waits,
        }).filter((step) => step !== 'update' || row.has_changes)
      : [],
    charge: row.charge && {
      __typename: 'JobCharge',
      by: row.charge.by,
      refundableUntil:
        state === 'published' ? refundableUntil(row.charge, row.published_at, { refundHours, now }) : null,
    },
    placements: row.placements.map(({ kind, until }) => ({
      __typename: 'JobPlacement' as const,
      kind,
      until: new Date(until).toISOString(),
    })),
    isDiscardable: state === 'draft' && !row.was_public,
  };
}

/** Follows the same rule as `refundEarlyArchiving`. */
function refundableUntil(
  { by, at }: { by: 'credit' | 'slot'; at: string },
  publishedAt: Date,
  { refundHours, now }: Pick<ListReader, 'refundHours' | 'now'>,
): string | null {
  if (by === 'slot') return null;
  const until = new Date(Math.max(new Date(at).getTime(), publishedAt.getTime()) + refundHours * 3_600_000);
  return until > now ? until.toISOString() : null;
}
