import { createHash } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { SentApplication } from '#contract/generated/resolvers.js';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import { mayActForOrganization, type Viewer } from '../../platform/graphql/request-context.js';
import { parseId, jsonRows } from '../../platform/database/statement.js';
import type { Database, JobState, JobTable, ApplicationWorkflow, SalaryUnit } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';

export type StoredJob = Selectable<JobTable>;

/** Draft, pending and scheduled jobs are not public. */
const VISIBLE_STATES = ['published', 'archived'] as const;

/** @returns a published or archived job of the site; undefined if there is none */
export async function findVisibleJob(
  database: Kysely<Database>,
  site: string,
  id: string,
): Promise<StoredJob | undefined> {
  const number = parseId(id);
  if (number === undefined) return undefined;
  return database
    .selectFrom('job')
    .selectAll()
    .where('id', '=', number)
    .where('site', '=', site)
    .where('state', 'in', VISIBLE_STATES)
    .executeTakeFirst();
}

/** States in which the form has been completed; a draft is shown only in its form. */
const ON_THE_WAY: readonly JobState[] = ['needs_review', 'scheduled'];

/**
 * Whether the viewer may see the page of a job: public jobs are visible to everybody, pending and scheduled ones to those who work on
 * them (SEARCH-16).
 */
export function maySeeJob(job: { state: JobState; organization_id: number }, viewer: Viewer | null): boolean {
  if ((VISIBLE_STATES as readonly JobState[]).includes(job.state)) return true;
  return viewer !== null && ON_THE_WAY.includes(job.state) && mayActForOrganization(viewer, job.organization_id);
}

/** @returns a job whose page the viewer may see; undefined if there is none */
export async function findJobFor(
  database: Kysely<Database>,
  site: string,
  id: string,
  viewer: Viewer | null,
): Promise<StoredJob | undefined> {
  const number = parseId(id);
  if (number === undefined) return undefined;
  const job = await database
    .selectFrom('job')
    .selectAll()
    .where('id', '=', number)
    .where('site', '=', site)
    .executeTakeFirst();
  return job && maySeeJob(job, viewer) ? job : undefined;
}

/** @returns the viewer's application for a job, unless withdrawn; null if there is none */
export async function findOwnApplication(
  database: Kysely<Database>,
  jobId: number,
  viewer: Viewer | null,
): Promise<SentApplication | null> {
  if (!viewer) return null;
  const row = await database
    .selectFrom('application')
    .select(['id', 'created_at'])
    .where('job_id', '=', jobId)
    .where('account_id', '=', viewer.accountId)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst();
  return row ? { __typename: 'SentApplication', id: row.id, created: row.created_at.toISOString() } : null;
}

/** Whether a job has expired at a given time; the worker archives it a few seconds later. */
export function isClosed(job: { state: JobState; expires_at: Date | null }, now: Date): boolean {
  return job.state === 'archived' || (job.expires_at !== null && job.expires_at <= now);
}

/** A job as a source provides it: an import, the demo data, or an employer's form. */
export interface JobToSave {
  organizationId: string;
  source: string;
  /** Unique within the source: equal keys identify the same job. */
  sourceKey: string;
  title: string;
  language: string;
  /** Sanitised HTML. */
  description: string;
  state: JobState;
  employmentTypeTids: number[];
  industryTids: number[];
  occupationTids: number[];
  experienceTid?: number;
  remoteTid?: number;
  degreeTid?: number;
  skills: string[];
  benefitTids: number[];
  address?: SavedAddress;
  eligibleCountries: string[];
  salary?: { min?: number; max?: number; currency: string; unit: SalaryUnit };
  publishedAt: Date;
  expiresAt?: Date;
  /** Dates with which the source has provided the job before, where it names none: see `providedDates`. */
  previous?: { publishedAt: Date; expiresAt?: Date | undefined };
  /** Time zone of its dates (IANA); defaults to UTC. */
  timeZone?: string;
  applicationWorkflow: ApplicationWorkflow;
  /** Addresses that are notified of applications, or receive them by email. */
  applicationEmails?: readonly string[];
  applicationLink?: string;
  reference?: string;
  featured: boolean;
  /** Whether it is placed at the top of lists. */
  top?: boolean;
  /** Address on a supported video service. */
  videoUrl?: string;
}

/** Columns of the table `job` that a source provides, by name, as JSON values. */
type JobRow = ReturnType<typeof toJobRow>;

export function toJobRow(job: JobToSave) {
  const row = {
    organization_id: job.organizationId,
    source: job.source,
    source_key: job.sourceKey,
    title: job.title,
    language: job.language,
    description: job.description,
    state: job.state,
    employment_type_tids: job.employmentTypeTids,
    industry_tids: job.industryTids,
    occupation_tids: job.occupationTids,
    experience_tid: job.experienceTid ?? null,
    remote_tid: job.remoteTid ?? null,
    degree_tid: job.degreeTid ?? null,
    skills: job.skills,
    benefit_tids: job.benefitTids,
    eligible_countries: job.eligibleCountries,
    salary_min: job.salary?.min ?? null,
    salary_max: job.salary?.max ?? null,
    salary_currency: job.salary?.currency ?? null,
    salary_unit: job.salary?.unit ?? null,
    published_at: job.publishedAt.toISOString(),
    expires_at: job.expiresAt?.toISOString() ?? null,
    time_zone: timeZoneOf(job),
    application_workflow: job.applicationWorkflow,
    application_email: job.applicationEmails?.[0] ?? null,
    application_link: job.applicationLink ?? null,
    reference: job.reference ?? null,
    featured: job.featured,
    top: job.top ?? false,
    video_url: job.videoUrl ?? null,
    ...addressRow(job.address),
  };
  const application_emails = several(job.applicationEmails ?? []);
  // A single address does not change the hash: otherwise an update of the software would rewrite every imported job.
  const hashed = application_emails.length > 0 ? { ...row, application_emails } : row;
  return { ...row, application_emails, content_hash: hashOf(hashed) };
}

/** A single address is stored in a column of its own. */
function several(emails: readonly string[]): string[] {
  return emails.length > 1 ? [...emails] : [];
}

/** @returns the addresses that a stored job names */
export function applicationEmailsOf(job: { application_email: string | null; application_emails: string[] }): string[] {
  if (job.application_emails.length > 0) return job.application_emails;
  return job.application_email === null ? [] : [job.application_email];
}

function hashOf(row: Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22);
}

type DatedJob = Pick<StoredJob, 'content_hash' | 'published_at' | 'expires_at'>;

/**
 * Returns the hash of an imported job whose dates are about to be changed on the site. It is followed by the dates with which the source
 * has provided the job: they are part of the hash even if the source names none, so the next import needs them to find the job unchanged.
 */
export function hashWithDates({ content_hash, published_at, expires_at }: DatedJob): string {
  if (hasNewDates(content_hash)) return content_hash;
  return [content_hash, published_at.toISOString(), expires_at?.toISOString() ?? ''].join(' ');
}

/** @returns the dates with which the source has provided a job, which may have others on the site now */
export function providedDates(job: DatedJob): { publishedAt: Date; expiresAt: Date | undefined } {
  if (!hasNewDates(job.content_hash)) return { publishedAt: job.published_at, expiresAt: job.expires_at ?? undefined };
  const [, publishedAt = '', expiresAt = ''] = job.content_hash.split(' ');
  return { publishedAt: new Date(publishedAt), expiresAt: expiresAt === '' ? undefined : new Date(expiresAt) };
}

function hasNewDates(hash: string): boolean {
  return hash.includes(' ');
}

/** Whether somebody has changed the dates of an imported job on the site, in SQL. */
export const HAS_NEW_DATES = sql<boolean>`(job.content_hash like '% %')`;

export type SaveOutcome = 'created' | 'updated' | 'unchanged';

interface SavedJob {
  id: string;
  outcome: SaveOutcome;
}

/**
 * Creates or updates jobs of a site by source and key, and updates the search index, within the caller's transaction. Unchanged jobs are
 * not written.
 *
 * @param jobs a batch of a few hundred to a few thousand; if a key occurs twice, the last one wins
 * @returns one entry for each job, in the given order
 */
export async function saveJobs(
  trx: Kysely<Database>,
  site: string,
  jobs: readonly JobToSave[],
  indexer: SearchIndexer,
): Promise<SavedJob[]> {
  if (jobs.length === 0) return [];
  const rows = jobs.map(toJobRow);
  const stored = await findStored(trx, site, rows);
  const unique = new Map(jobs.map((job, index) => [keyOf(rows[index]!), { job, row: rows[index]! }]));
  const earlier = await findEarlierOwners(
    trx,
    [...unique].flatMap(([key, { row }]) => (stored.has(key) && stored.get(key)!.hash !== row.content_hash ? row : [])),
  );
  const changed: JobRow[] = [];
  const extended: { id: string; row: JobRow }[] = [];
  for (const [key, { job, row }] of unique) {
    const before = stored.get(key);
    // The hash contains the organization, which may have been merged into another one since.
    const owners = [job.organizationId, ...(earlier.get(job.organizationId) ?? [])];
    const wasProvided = (version: JobToSave): boolean =>
      owners.some((organizationId) => toJobRow({ ...version, organizationId }).content_hash === before?.hash);
    if (before?.hash === row.content_hash || (before && wasProvided(job))) continue;
    // What a recruiter has changed in the job survives if only the end is another one, and the recruiter's own end does too.
    const isSame = job.previous && wasProvided({ ...job, ...job.previous });
    if (before && isSame && before.hasNewDates) continue;
    if (before && isSame) extended.push({ id: before.id, row });
    else changed.push(row);
  }
  const written = await upsert(trx, site, changed);
  for (const { id, row } of extended) written.set(keyOf(row), id);
  await extend(trx, extended);
  if (written.size > 0) await indexer.index(trx, [...written.values()]);
  return rows.map((row) => {
    const key = keyOf(row);
    const before = stored.get(key);
    const id = written.get(key) ?? before?.id ?? '';
    if (!written.has(key)) return { id, outcome: 'unchanged' };
    return { id, outcome: before ? 'updated' : 'created' };
  });
}

async function findStored(
  trx: Kysely<Database>,
  site: string,
  rows: readonly JobRow[],
): Promise<Map<string, { id: string; hash: string; hasNewDates: boolean }>> {
  const { rows: found } = await sql<{ id: number; source: string; source_key: string; content_hash: string }>`
    select job.id, job.source, job.source_key, job.content_hash
    from unnest(${rows.map((row) => row.source)}::text[], ${rows.map((row) => row.source_key)}::text[])
      as wanted(source, source_key)
    join job on job.site = ${site} and job.source = wanted.source and job.source_key = wanted.source_key
  `.execute(trx);
  return new Map(
    found.map((row) => {
      const [hash = ''] = row.content_hash.split(' ');
      return [keyOf(row), { id: String(row.id), hash, hasNewDates: hasNewDates(row.content_hash) }];
    }),
  );
}

/** @returns the organizations that were merged into those of the rows, by the latter */
async function findEarlierOwners(trx: Kysely<Database>, rows: readonly JobRow[]): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>();
  if (rows.length === 0) return owners;
  const ids = [...new Set(rows.map((row) => row.organization_id))];
  const { rows: merged } = await sql<{ id: number; merged_into: number }>`
    select id, merged_into from organization where merged_into = any(${ids}::bigint[])
  `.execute(trx);
  for (const { id, merged_into } of merged) {
    const into = String(merged_into);
    owners.set(into, [...(owners.get(into) ?? []), String(id)]);
  }
  return owners;
}

/** Moves the ends of jobs whose source has changed nothing else. One that has expired is published again. */
async function extend(trx: Kysely<Database>, extended: readonly { id: string; row: JobRow }[]): Promise<void> {
  if (extended.length === 0) return;
  await sql`
    update job set state = wanted.state, expires_at = wanted.expires_at, content_hash = wanted.content_hash, updated_at = now()
    from unnest(
      ${extended.map(({ id }) => id)}::bigint[], ${extended.map(({ row }) => row.state)}::text[],
      ${extended.map(({ row }) => row.expires_at)}::timestamptz[], ${extended.map(({ row }) => row.content_hash)}::text[]
    ) as wanted(id, state, expires_at, content_hash)
    where job.id = wanted.id
  `.execute(trx);
}

/** Columns that stay as they are when a source provides a job again: its key, and placements, which are bought on the site. */
const UNCHANGED_COLUMNS: ReadonlySet<string> = new Set(['source', 'source_key', 'featured', 'top']);

async function upsert(trx: Kysely<Database>, site: string, rows: readonly JobRow[]): Promise<Map<string, string>> {
  const first = rows[0];
  if (!first) return new Map();
  const columns = Object.keys(first);
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const updates = sql.join(
    columns
      .filter((name) => !UNCHANGED_COLUMNS.has(name))
      .map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  // The same statement for any number of rows: it is planned once, and the table's row type converts the values.
  const { rows: written } = await sql<{ id: number; source: string; source_key: string }>`
    insert into job (site, ${names})
    select ${site}, ${names} from jsonb_populate_recordset(null::job, ${jsonRows(rows)}::jsonb)
    on conflict (site, source, source_key) do update set ${updates}, updated_at = now()
    returning id, source, source_key
  `.execute(trx);
  return new Map(written.map((row) => [keyOf(row), String(row.id)]));
}

function keyOf(row: { source: string; source_key: string }): string {
  return `${row.source}\n${row.source_key}`;
}
