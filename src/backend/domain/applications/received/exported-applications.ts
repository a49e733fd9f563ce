import { sql, type Kysely } from 'kysely';
import type {
  ExportedApplication,
  ExportedApplications,
  QueryExportedApplicationsArgs,
} from '#contract/generated/resolvers.js';
import { isUuid } from '../../../platform/database/statement.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Lazy } from '../../../platform/graphql/lazy.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { filterFor, findReadableJob, matches } from './application-list.js';
import {
  applicationJobOf,
  COLUMNS,
  filesOf,
  type JobColumns,
  sentResumeOf,
  type StoredApplication,
} from '../application-rows.js';
import { worksFor, unmetCriteria } from '../team/team-view.js';

const PART = 100;
const MAX_QUESTIONS = 50;

type Row = StoredApplication & { tags: string[]; rating: number | null };

/**
 * Reads a part of the applications for a job. Each part continues from the last application of the previous one, so that applications
 * that arrive meanwhile shift nothing.
 *
 * @returns undefined if there is no such job, or the viewer may not see it
 */
export async function exportApplications(
  database: Kysely<Database>,
  { jobId, filter: asked, after }: QueryExportedApplicationsArgs,
  context: UserContext,
): Promise<Lazy<ExportedApplications> | undefined> {
  const job = await findReadableJob(database, jobId, context);
  if (!job) return undefined;
  const isTeam = worksFor(context, job);
  const filter = filterFor(asked ?? {}, isTeam);
  const last = isUuid(after ?? '') ? after : null;
  const { rows } = await sql<Row>`
    select ${COLUMNS}, a.tags, a.rating from application a
    where a.job_id = ${job.job_id} and ${matches(filter, job.job_questions)} and (${last ?? null}::uuid is null
      or (a.created_at, a.id) < (select b.created_at, b.id from application b where b.id = ${last ?? null}::uuid and b.job_id = a.job_id))
    order by a.created_at desc, a.id desc limit ${PART + 1}
  `.execute(database);
  const shown = rows.slice(0, PART);
  return {
    job: applicationJobOf(job, context.now),
    questions: () => questionsOf(database, job),
    applications: shown.map((row) => toExported(database, row, isTeam ? job : undefined)),
    next: rows.length > PART ? shown.at(-1)!.id : null,
  };
}

/** Includes questions that are no longer asked. */
async function questionsOf(database: Kysely<Database>, job: JobColumns): Promise<string[]> {
  const { rows } = await sql<{ question: string }>`
    select given ->> 'question' as question from application a, jsonb_array_elements(a.answers) given
    where a.job_id = ${job.job_id} group by 1 order by 1 limit ${MAX_QUESTIONS}
  `.execute(database);
  const current = job.job_questions.map(({ text }) => text);
  return [...new Set([...current, ...rows.map(({ question }) => question)])].slice(0, MAX_QUESTIONS);
}

/** @param job undefined if the viewer does not work for the organization */
function toExported(database: Kysely<Database>, row: Row, job: JobColumns | undefined): Lazy<ExportedApplication> {
  return {
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    emailAddress: row.email,
    state: row.state,
    created: row.created_at.toISOString(),
    coverLetter: row.cover_letter,
    answers: row.answers.map(({ question, answer }) => ({ question, answer })),
    attachments: () => filesOf(database, row.id),
    resume: sentResumeOf(row),
    filesDeleted: row.files_deleted_at?.toISOString() ?? null,
    tags: job ? row.tags : [],
    rating: job ? row.rating : null,
    unmet: job ? unmetCriteria(job.job_questions, row.answers) : [],
  };
}
