import { sql, type Kysely, type RawBuilder } from 'kysely';
import { APPLICATION_STATES } from '#contract/applications/application-states.js';
import { withoutKnownPlaceholders } from '#contract/applications/answer-placeholders.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/applications/message-lengths.js';
import { ANSWER_STATES } from '#contract/applications/template-rules.js';
import type {
  ApplicationBulk,
  ApplicationBulkInput,
  MutationStartApplicationBulkArgs,
} from '#contract/generated/resolvers.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import { isUuid } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import { checkText } from './answer-application.js';
import type { ApplicationViolation } from '../application-errors.js';
import { findReadableJob, matches } from '../received/application-list.js';
import type { JobColumns } from '../application-rows.js';
import { nextStates } from '../application-states.js';
import { BULK_COLUMNS, type BulkRow, toBulk } from '../received/bulk-list.js';
import { worksFor } from '../team/team-notes.js';

const MAX_COUNT = 10_000;
/** Maximum number of applicants that an error names. */
const MAX_NAMES = 5;
const DECLINABLE = APPLICATION_STATES.filter((state) => nextStates(state, 'employer').includes('declined'));

type Started = { bulk: ApplicationBulk | null; violations: ApplicationViolation[] };

/**
 * Stores a step or an answer for many applications, to be processed in parts.
 *
 * @returns undefined if there is no such job, or the viewer is not a member of its organization
 */
export async function startBulk(
  database: Kysely<Database>,
  { jobId, bulk }: MutationStartApplicationBulkArgs,
  context: UserContext,
): Promise<Started | undefined> {
  const { viewer, site, now } = context;
  const job = await findReadableJob(database, jobId, context);
  if (!job || !worksFor(context, job)) return undefined;
  const words = wordsOf(bulk);
  const violations = check(bulk, words);
  if (violations.length > 0) return { bulk: null, violations };
  const chosen = bulk.applications
    ? sql`a.id = any(${bulk.applications.filter(isUuid)}::uuid[])`
    : matches(bulk.filter ?? {}, job.job_questions);
  if (bulk.state === 'declined' && !bulk.endInterviews) {
    const invited = await findInvited(database, job, chosen, now);
    if (invited !== '')
      return { bulk: null, violations: [{ field: 'endInterviews', rule: 'interviewsBooked', name: invited }] };
  }
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<BulkRow>`
      insert into application_bulk (site, job_id, account_id, request_key, created_at, state, subject, body, ends_interviews, total)
      values (${site.name}, ${job.job_id}, ${viewer.accountId}::uuid, ${bulk.requestKey}, ${now}, ${bulk.state ?? null},
        ${words?.subject ?? null}, ${words?.body ?? null}, ${bulk.endInterviews ?? false}, 0)
      on conflict (job_id, request_key) do nothing returning ${BULK_COLUMNS}
    `.execute(trx);
    const stored = rows[0];
    // The same form was sent before.
    if (!stored) {
      const { rows: known } = await sql<BulkRow>`
        select ${BULK_COLUMNS} from application_bulk where job_id = ${job.job_id} and request_key = ${bulk.requestKey}
      `.execute(trx);
      return { bulk: known[0] ? toBulk(known[0], now) : null, violations: [] };
    }
    const { numAffectedRows = 0n } = await sql`
      insert into application_bulk_item (bulk_id, application_id)
      select ${stored.id}, a.id from application a where a.job_id = ${job.job_id} and ${chosen} limit ${MAX_COUNT}
    `.execute(trx);
    const total = Number(numAffectedRows);
    await sql`
      update application_bulk set total = ${total}, finished_at = case when ${total} = 0 then ${now}::timestamptz end where id = ${stored.id}
    `.execute(trx);
    await sql`insert into data_change (kind, site) values ('schedule', ${site.name})`.execute(trx);
    return { bulk: toBulk({ ...stored, total }, now), violations: [] };
  });
}

/** @returns the names of the first chosen applicants who have a booked interview; empty if nobody has */
async function findInvited(
  database: Kysely<Database>,
  { job_id: jobId }: JobColumns,
  chosen: RawBuilder<unknown>,
  now: Date,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select a.first_name || ' ' || a.last_name as name from application a
    join interview i on i.application_id = a.id and i.state = 'booked' and i.starts_at > ${now}
    where a.job_id = ${jobId} and ${chosen} and a.state = any(${DECLINABLE}::text[])
    order by i.starts_at, a.id limit ${MAX_NAMES + 1}
  `.execute(database);
  const names = rows.map(({ name }) => name);
  return names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')} …` : names.join(', ');
}

function wordsOf({ subject, body }: ApplicationBulkInput): { subject: string; body: string } | undefined {
  if (!subject && !body) return undefined;
  return { subject: oneLine(subject ?? ''), body: severalLines(body ?? '') };
}

function check(
  { applications, state }: ApplicationBulkInput,
  words: { subject: string; body: string } | undefined,
): ApplicationViolation[] {
  if (applications?.length === 0) return [{ field: 'applications', rule: 'nobody' }];
  if ((applications?.length ?? 0) > MAX_COUNT) return [{ field: 'applications', rule: 'nobody' }];
  // An application for which the step is not possible is left unchanged.
  if (state && !ANSWER_STATES.some((known) => known === state)) return [{ field: 'state', rule: 'step' }];
  if (!words) return state ? [] : [{ field: 'state', rule: 'nothing' }];
  return [
    ...checkText(
      'subject',
      withoutKnownPlaceholders(words.subject) || words.subject,
      MAX_SUBJECT_LENGTH,
      'subjectLong',
    ),
    ...checkText('body', withoutKnownPlaceholders(words.body) || words.body, MAX_BODY_LENGTH, 'bodyLong'),
  ];
}
