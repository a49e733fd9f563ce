import { sql, type Kysely, type RawBuilder } from 'kysely';
import type {
  ApplicationFilterInput,
  AdjacentApplications,
  ApplicationSort,
  ApplicationState,
  ApplicationStateCount,
  DelayedMail,
  JobApplications,
  ListedApplication,
  ApplicationBulk,
  ApplicationBoardColumn,
} from '#contract/generated/resolvers.js';
import {
  ANSWER_DELAY_MINUTES,
  APPLICATION_STATES,
  MAX_APPLICATION_SEARCH_LENGTH,
} from '#contract/applications/recruiting-rules.js';
import { parseId } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import type { StoredAnswer, StoredQuestion } from '../../../platform/database/tables/application-tables.js';
import type { Lazy } from '../../../platform/graphql/lazy.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { mayReadApplications } from '../../staff-access/staff-access.js';
import { applicationJobOf, JOB_COLUMNS, type JobColumns } from '../application-rows.js';
import { findDelayedMails } from '../delayed-mails.js';
import { findUpcomingInterviews } from '../interviews/interview-rows.js';
import { ownTemplatesForMany, templatesForMany } from '../templates/answer-templates.js';
import { worksFor, hasCriteria, isUnmet, unmetCriteria } from '../team/team-view.js';
import { nextStates } from '../application-states.js';

/** Maximum number of cards in a column; the list shows the rest. */
const BOARD_CARDS = 20;

/** Time for which a finished bulk is shown: as long as the last of its mails may be delayed. */
const SHOWN_MS = ANSWER_DELAY_MINUTES * 60_000;

export const BULK_COLUMNS = sql.raw(
  'id, created_at, finished_at, total, done, skipped, changed, undone_at, undone, undo_sent, undo_changed',
);

const PAGE = 20;
const MAX_WORDS = 8;
const MAX_TAGS_SHOWN = 100;
const MAX_SHOWN_ANSWER_LENGTH = 200;
const MARKS = /[\u0300-\u036f]/g;

type Counts = Partial<Record<ApplicationState, number>>;

/** Each order has an index that starts with the job, so that reading a page does not read the rest of a long list. */
const ORDERS: Readonly<Record<ApplicationSort, RawBuilder<unknown>>> = {
  newest: sql.raw('a.created_at desc, a.id'),
  name: sql.raw('lower(a.last_name), lower(a.first_name), a.id'),
  rating: sql.raw('a.rating desc nulls last, a.created_at desc, a.id'),
};

/**
 * Lists the applications for a job.
 *
 * @returns undefined if there is no such job, or the viewer may not see it
 */
export async function listForJob(
  database: Kysely<Database>,
  { jobId, filter: requestedFilter, page }: { jobId: string; filter: ApplicationFilterInput; page: number },
  context: UserContext,
): Promise<Lazy<JobApplications> | undefined> {
  const { viewer, site, now } = context;
  const job = await findReadableJob(database, jobId, { viewer, site, now });
  if (!job) return undefined;
  const id = job.job_id;
  // Notes, tags and ratings are visible to members of the organization only.
  const isTeam = worksFor({ viewer }, job);
  const filter = filterFor(requestedFilter, isTeam);
  const { rows: counted } = await sql<{ state: ApplicationState; count: number }>`
    select state, count(*)::integer as count from application where job_id = ${id} group by state
  `.execute(database);
  const counts: Counts = Object.fromEntries(counted.map((row) => [row.state, row.count]));
  const total = await countFiltered(database, job, filter, counts);
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const shown = Math.min(Math.max(page, 1), pages);
  const { rows } = await sql<Row>`
    select a.id, a.first_name, a.last_name, a.state, a.created_at, a.answers, ${UNREAD} as unread,
      case when ${isTeam} then a.tags else '{}' end as tags, case when ${isTeam} then a.rating end as rating,
      case when ${isTeam} then (select count(*) from application_note n where n.application_id = a.id)::integer else 0 end as notes,
      (select count(*) from application_file f where f.application_id = a.id)::integer as files
    from application a where a.job_id = ${id} and ${matches(filter, job.job_questions)}
    order by ${ORDERS[filter.sort ?? 'newest']} limit ${PAGE} offset ${(shown - 1) * PAGE}
  `.execute(database);
  const ids = rows.map(({ id: each }) => each);
  const delayed = await findDelayedMails(database, ids, now);
  const questions = isTeam ? job.job_questions : [];
  const interviews = await findUpcomingInterviews(database, isTeam ? ids : [], now);
  const applications = rows.map((row) => ({
    ...toListed(row, questions, delayed.get(row.id)),
    interview: interviews.get(row.id) ?? null,
  }));
  const { rows: tags } = await sql<{ tag: string }>`
    select distinct unnest(a.tags) as tag from application a
    where ${isTeam} and a.job_id = ${id} and a.tags <> '{}' order by tag limit ${MAX_TAGS_SHOWN}
  `.execute(database);
  const knownTags = tags.map(({ tag }) => tag);
  return {
    job: applicationJobOf(job, now),
    // Earlier than all reads above, and from the same clock as `application.updated_at`, with which it is compared.
    seen: now.toISOString(),
    total,
    pages,
    counts: countsOf(counts),
    knownTags,
    hasCriteria: hasCriteria(questions),
    templates: templatesForMany(job.job_language, site),
    ownTemplates: () => ownTemplatesForMany(database, job, context),
    bulks: isTeam ? await findBulks(database, id, now) : [],
    applications,
  };
}

/** @returns undefined if there is no such job, or the viewer may not see its applications */
export async function findReadableJob(
  database: Kysely<Database>,
  jobId: string,
  { viewer, site, now }: Pick<UserContext, 'viewer' | 'site' | 'now'>,
): Promise<JobColumns | undefined> {
  const id = parseId(jobId);
  if (id === undefined) return undefined;
  const { rows } = await sql<JobColumns>`
    select ${JOB_COLUMNS} from job join organization on organization.id = job.organization_id
    where job.id = ${id} and job.site = ${site.name}
  `.execute(database);
  const job = rows[0];
  return job && (await mayReadApplications(database, viewer, job, now)) ? job : undefined;
}

/**
 * Finds the previous and next application in the list of a job. The application itself counts even if the filter excludes it, for example
 * after a step to another state, so that the reader can continue from there.
 */
export async function findAdjacent(
  database: Kysely<Database>,
  { id, job_id: jobId, job_questions: questions }: { id: string } & Pick<JobColumns, 'job_id' | 'job_questions'>,
  filter: ApplicationFilterInput,
): Promise<AdjacentApplications> {
  const { rows } = await sql<{ previous: string | null; next: string | null }>`
    select previous, next from (
      select a.id, lag(a.id) over listed as previous, lead(a.id) over listed as next from application a
      where a.job_id = ${jobId} and (a.id = ${id}::uuid or ${matches(filter, questions)})
      window listed as (order by ${ORDERS[filter.sort ?? 'newest']})
    ) found where id = ${id}::uuid
  `.execute(database);
  return rows[0] ?? { previous: null, next: null };
}

/** @returns the filter, for viewers outside the organization without tags, criteria and ratings, which only members may see */
export function filterFor(filter: ApplicationFilterInput, isTeam: boolean): ApplicationFilterInput {
  return isTeam
    ? filter
    : { ...filter, tag: null, meetsCriteria: null, sort: filter.sort === 'rating' ? null : filter.sort };
}

/** No member of the organization has opened the application. */
export const UNREAD = sql.raw(`(a.state = 'new' and a.read_at is null)`);

/** @returns the counts of all states that occur, in the order in which lists show them */
export function countsOf(counts: Counts): ApplicationStateCount[] {
  return APPLICATION_STATES.flatMap((state) => (counts[state] ? [{ state, count: counts[state] }] : []));
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

async function countFiltered(
  database: Kysely<Database>,
  { job_id: jobId, job_questions: questions }: JobColumns,
  filter: ApplicationFilterInput,
  counts: Counts,
): Promise<number> {
  if (searchWords(filter.text).length === 0 && !filter.tag && filter.meetsCriteria == null)
    return filter.state ? (counts[filter.state] ?? 0) : totalOf(counts);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from application a where a.job_id = ${jobId} and ${matches(filter, questions)}
  `.execute(database);
  return rows[0]!.count;
}

/** @param questions questions of the job @returns the condition on applications `a` */
export function matches(
  { state, tag, text, meetsCriteria }: ApplicationFilterInput,
  questions: readonly StoredQuestion[],
): RawBuilder<unknown> {
  const conditions = [
    ...(state ? [sql`a.state = ${state}`] : []),
    ...(tag ? [sql`${tag} = any(a.tags)`] : []),
    ...(meetsCriteria == null ? [] : [sql`(${isUnmet(questions)}) <> ${meetsCriteria}`]),
    ...searchWords(text).map((word) => sql`strpos(a.search_text, ${word}) > 0`),
  ];
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

/** @returns the words to search for in `application.search_text`, normalized in the same way */
function searchWords(text: string | null | undefined): string[] {
  const folded = (text ?? '').slice(0, MAX_APPLICATION_SEARCH_LENGTH).normalize('NFD').replace(MARKS, '').toLowerCase();
  return folded.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}

interface Row {
  id: string;
  first_name: string;
  last_name: string;
  state: ApplicationState;
  created_at: Date;
  answers: readonly StoredAnswer[];
  unread: boolean;
  tags: string[];
  rating: number | null;
  notes: number;
  files: number;
}

function toListed(
  row: Row,
  questions: readonly StoredQuestion[],
  delayedMails: DelayedMail[] = [],
): Omit<ListedApplication, 'interview'> {
  const { id, first_name: firstName, last_name: lastName, state, created_at: created, unread, files } = row;
  const { tags, rating, notes } = row;
  const answers = row.answers.map(({ question, answer }) => ({ question, answer: shortened(answer) }));
  return {
    id,
    firstName,
    lastName,
    state,
    created: created.toISOString(),
    unread,
    files,
    answers,
    tags,
    rating,
    notes,
    unmet: unmetCriteria(questions, row.answers),
    delayedMails,
  };
}

function shortened(answer: string): string {
  return answer.length > MAX_SHOWN_ANSWER_LENGTH ? `${answer.slice(0, MAX_SHOWN_ANSWER_LENGTH).trimEnd()}…` : answer;
}

/** @returns bulk operations for a job that are running or have just finished, the newest first */
async function findBulks(database: Kysely<Database>, jobId: number, now: Date): Promise<ApplicationBulk[]> {
  const { rows } = await sql<BulkRow>`
    select ${BULK_COLUMNS} from application_bulk where job_id = ${jobId}
      and (finished_at is null or greatest(finished_at, undone_at) > ${new Date(now.getTime() - SHOWN_MS)})
    order by id desc limit 5
  `.execute(database);
  return rows.map((row) => toBulk(row, now));
}

/** Columns of `application_bulk` that are shown. */
export interface BulkRow {
  id: number;
  created_at: Date;
  finished_at: Date | null;
  total: number;
  done: number;
  skipped: number;
  changed: number;
  undone_at: Date | null;
  undone: number;
  undo_sent: number;
  undo_changed: number;
}

/** Whether the bulk can be undone: possible for as long as it is shown, unless it left all applications unchanged. */
export function mayUndo({ finished_at: end, undone_at: undone, total, changed }: BulkRow, now: Date): boolean {
  return total > changed && undone === null && (end === null || end.getTime() > now.getTime() - SHOWN_MS);
}

/** @returns a bulk operation in the contract's form */
export function toBulk(row: BulkRow, now: Date): ApplicationBulk {
  const { id, created_at: created, finished_at: end, total, done, skipped, changed } = row;
  return {
    id: String(id),
    created: created.toISOString(),
    total,
    done,
    skipped,
    changed,
    finished: end !== null || total === 0,
    mayUndo: mayUndo(row, now),
    undo: row.undone_at === null ? null : { undone: row.undone, sent: row.undo_sent, changed: row.undo_changed },
  };
}

interface BoardRow {
  id: string;
  firstName: string;
  lastName: string;
  state: ApplicationState;
  created: Date;
  unread: boolean;
  rating: number | null;
}

/**
 * Reads the board of a job: a column for each state, with its newest applications. Each column is read from an index, so that the cost
 * does not grow with the number of applications, except for the counts.
 *
 * @returns undefined if there is no such job, or the viewer may not see it
 */
export async function findBoard(
  database: Kysely<Database>,
  jobId: string,
  context: UserContext,
): Promise<ApplicationBoardColumn[] | undefined> {
  const job = await findReadableJob(database, jobId, context);
  if (!job) return undefined;
  const isTeam = worksFor(context, job);
  const { rows: counts } = await sql<{ state: ApplicationState; count: number }>`
    select state, count(*)::integer as count from application where job_id = ${job.job_id} group by state
  `.execute(database);
  const { rows } = await sql<BoardRow>`
    select a.* from unnest(${[...APPLICATION_STATES]}::text[]) wanted cross join lateral (
      select a.id, a.first_name as "firstName", a.last_name as "lastName", a.state, a.created_at as created, ${UNREAD} as unread,
        case when ${isTeam} then a.rating end as rating
      from application a where a.job_id = ${job.job_id} and a.state = wanted order by a.created_at desc, a.id limit ${BOARD_CARDS}
    ) a
  `.execute(database);
  return APPLICATION_STATES.map((state) => ({
    state,
    count: counts.find((each) => each.state === state)?.count ?? 0,
    cards: rows
      .filter((row) => row.state === state)
      .map(({ created, ...card }) => ({
        ...card,
        created: created.toISOString(),
        nextStates: [...nextStates(state, 'employer')],
      })),
  }));
}
