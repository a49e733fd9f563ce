import { type Kysely, sql } from 'kysely';
import { WAITING_STATES } from '#contract/applications/recruiting-rules.js';
import type {
  Mutation,
  MutationSendClosingMessageArgs,
  Query,
  QueryClosingMessageArgs,
  ApplicationState,
  ClosingMessage,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import { mayActForOrganization, type UserContext } from '../../platform/graphql/request-context.js';
import { UNREAD } from '../applications/received/application-list.js';
import { applicationJobOf, isOver, JOB_COLUMNS, type JobColumns } from '../applications/application-rows.js';
import { findUpcomingInterviews } from '../applications/interviews/interview-rows.js';
import { jobErrors } from '../jobs/job-errors.js';
import { mayReadApplications } from '../staff-access/staff-access.js';
import {
  closeApplications,
  type ClosingOutcome,
  closingLanguage,
  closingText,
  hasInterview,
} from './close-applications.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';

const MAX_SHOWN = 50;

/** @returns undefined if there is no such job, the viewer may not see it, or the site does not require a message */
async function findClosingMessage(
  database: Kysely<Database>,
  jobId: string,
  context: UserContext,
): Promise<ClosingMessage | undefined> {
  const row = await findJob(database, jobId, context);
  if (!row) return undefined;
  const { rows: counts } = await sql<{ language: string; count: number }>`
    select language, count(*)::integer as count from application
    where job_id = ${row.job_id} and state = any(${WAITING_STATES}) group by language
  `.execute(database);
  // People who close a job for the site learn how many applicants wait, but not who they are.
  const isNamed = await mayReadApplications(database, context.viewer, row, context.now);
  const { rows: recipients } = await sql<Recipient>`
    select a.id, a.first_name as "firstName", a.last_name as "lastName", a.state, a.created_at as created, ${UNREAD} as unread,
      (select count(*) from application_file f where f.application_id = a.id)::integer as files
    from application a where ${isNamed} and a.job_id = ${row.job_id} and a.state = any(${WAITING_STATES})
    order by a.state = 'interview' or ${hasInterview(context.now)} desc, a.created_at, a.id limit ${MAX_SHOWN}
  `.execute(database);
  const { rows: kept } = await sql<{ state: ApplicationState; count: number }>`
    select state, count(*)::integer as count from application
    where job_id = ${row.job_id} and state in ('offer', 'hired') group by state order by state
  `.execute(database);
  const interviews = await findUpcomingInterviews(
    database,
    recipients.map(({ id }) => id),
    context.now,
  );
  const reached = new Map<string, number>();
  for (const { language, count } of counts)
    reached.set(closingLanguage(language), (reached.get(closingLanguage(language)) ?? 0) + count);
  const facts = { title: row.job_title, organization: row.organization_name };
  const job = applicationJobOf(row, context.now);
  return {
    job,
    isOver: isOver(row, context.now),
    total: counts.reduce((sum, { count }) => sum + count, 0),
    recipients: recipients.map(({ created, ...each }) => ({
      ...each,
      interview: interviews.get(each.id) ?? null,
      created: created.toISOString(),
      delayedMails: [],
      answers: [],
      unmet: [],
      tags: [],
      rating: null,
      notes: 0,
    })),
    kept,
    texts: [...reached]
      .sort()
      .map(([language, count]) => ({ ...closingText(language, facts, context.site), recipients: count })),
  };
}

/** Sends the message for a job that is already closed. @returns undefined as `findClosingMessage` */
async function sendClosingMessage(
  database: Kysely<Database>,
  { jobId, messages, choice }: MutationSendClosingMessageArgs,
  context: UserContext,
): Promise<ClosingOutcome | undefined> {
  const row = await findJob(database, jobId, context);
  if (!row) return undefined;
  const { viewer, now } = context;
  if (!isOver(row, now)) return { kind: 'faults', violations: [{ rule: 'state' }] };
  const job = { id: row.job_id, title: row.job_title, organization: row.organization_name };
  return database
    .transaction()
    .execute((trx) => closeApplications(trx, job, { texts: messages, choice: choice ?? undefined }, viewer, context));
}

interface Recipient {
  id: string;
  firstName: string;
  lastName: string;
  state: ApplicationState;
  created: Date;
  files: number;
  unread: boolean;
}

async function findJob(
  database: Kysely<Database>,
  jobId: string,
  { viewer, site }: UserContext,
): Promise<JobColumns | undefined> {
  const id = parseId(jobId);
  if (id === undefined || !site.applications?.closingMessage) return undefined;
  const { rows } = await sql<JobColumns>`
    select ${JOB_COLUMNS} from job join organization on organization.id = job.organization_id
    where job.id = ${id} and job.site = ${site.name}
  `.execute(database);
  const row = rows[0];
  return row && mayActForOrganization(viewer, row.organization_id) ? row : undefined;
}

/** Resolvers for the message to applicants of a closed job. */
function closingResolvers(database: Kysely<Database>) {
  return {
    Query: {
      closingMessage: allow<QueryClosingMessageArgs, Query['closingMessage']>(
        'employer',
        async ({ jobId }, context) => (await findClosingMessage(database, jobId, context)) ?? null,
      ),
    },
    Mutation: {
      sendClosingMessage: allow<MutationSendClosingMessageArgs, Mutation['sendClosingMessage']>(
        'employer',
        async (args, context) => {
          const outcome = await sendClosingMessage(database, args, context);
          if (!outcome) throw refused('sendClosingMessage', 'forbidden');
          return outcome.kind === 'told'
            ? { sent: outcome.sent, errors: [] }
            : { sent: 0, errors: jobErrors(outcome.violations, context) };
        },
      ),
    },
  } satisfies RootResolvers;
}

/** Message to applicants when a job is closed. */
export function createJobClosing({ database }: { database: Kysely<Database> }): BackendModule {
  return { resolvers: [closingResolvers(database)] };
}
