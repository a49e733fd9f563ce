import { type Kysely, sql, type RawBuilder } from 'kysely';
import type {
  Mutation,
  MutationStartApplicationBulkArgs,
  MutationUndoApplicationBulkArgs,
  Query,
  QueryApplicationBoardArgs,
  ApplicationBulk,
  ApplicationBulkInput,
} from '#contract/generated/resolvers.js';
import { bracketsIn, openPlaceholders, withoutKnownPlaceholders } from '#contract/applications/placeholders.js';
import {
  ANSWER_STATES,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
  APPLICATION_STATES,
} from '#contract/applications/recruiting-rules.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers, badUserInput } from '../../../platform/graphql/allow.js';
import { applicationErrors, type ApplicationViolation } from '../application-errors.js';
import { isUuid, parseId } from '../../../platform/database/statement.js';
import type { UserContext } from '../../../platform/graphql/request-context.js';
import {
  findReadableJob,
  matches,
  BULK_COLUMNS,
  type BulkRow,
  toBulk,
  mayUndo,
  findBoard,
} from '../received/application-list.js';
import type { JobColumns } from '../application-rows.js';
import { nextStates } from '../application-states.js';
import { worksFor } from '../team/team-view.js';
import { auditedActor, writeAudit } from '../../audit/audit-log.js';
import { deleteWaitingMails, putBack } from '../delayed-mails.js';
import { checkText } from './answer-application.js';

const MAX_COUNT = 10_000;

/** Maximum number of applicants that an error names. */
const MAX_NAMES = 5;

const DECLINABLE = APPLICATION_STATES.filter((state) => nextStates(state, 'employer').includes('declined'));

const KEY = { shortest: 16, longest: 100 };

/** Resolvers for the board of a job, and for steps and answers for many applications at once. */
export function bulkResolvers(database: Kysely<Database>) {
  return {
    Query: {
      applicationBoard: allow<QueryApplicationBoardArgs, Query['applicationBoard']>(
        'user',
        async ({ jobId }, context) => (await findBoard(database, jobId, context)) ?? null,
      ),
    },
    Mutation: {
      startApplicationBulk: allow<MutationStartApplicationBulkArgs, Mutation['startApplicationBulk']>(
        'user',
        async (args, context) => {
          const { length } = args.bulk.requestKey;
          if (length < KEY.shortest || length > KEY.longest)
            throw badUserInput(`requestKey must have ${KEY.shortest} to ${KEY.longest} characters`);
          if (Number.isNaN(seenAt(args.bulk)?.getTime())) throw badUserInput('seen must be a time');
          const started = await startBulk(database, args, context);
          if (!started) return null;
          return { bulk: started.bulk, errors: applicationErrors(started.violations, context) };
        },
      ),
      undoApplicationBulk: allow<MutationUndoApplicationBulkArgs, Mutation['undoApplicationBulk']>(
        'user',
        async (args, context) => {
          const undone = await undoBulk(database, args, context);
          return undone ? { bulk: undone.bulk, errors: applicationErrors(undone.violations, context) } : null;
        },
      ),
    },
  } satisfies RootResolvers;
}

type Started = { bulk: ApplicationBulk | null; violations: ApplicationViolation[] };

/**
 * Stores a step or an answer for many applications, to be processed in parts.
 *
 * @returns undefined if there is no such job, or the viewer is not a member of its organization
 */
async function startBulk(
  database: Kysely<Database>,
  { jobId, bulk }: MutationStartApplicationBulkArgs,
  context: UserContext,
): Promise<Started | undefined> {
  const { viewer, site, now } = context;
  const job = await findReadableJob(database, jobId, context);
  if (!job || !worksFor(context, job)) return undefined;
  const words = wordsOf(bulk);
  const violations = check(bulk, words, bracketsIn(job.job_title, job.organization_name));
  if (violations.length > 0) return { bulk: null, violations };
  const chosen = bulk.applications
    ? sql`a.id = any(${bulk.applications.filter(isUuid)}::uuid[])`
    : matches(bulk.filter ?? {}, job.job_questions);
  if (bulk.state === 'declined' && !bulk.endInterviews) {
    const invited = await findInvited(database, job, sql`${chosen} and ${asSeen(bulk)}`, now);
    if (invited !== '')
      return { bulk: null, violations: [{ field: 'endInterviews', rule: 'interviewsBooked', name: invited }] };
  }
  return database.transaction().execute(async (trx) => {
    const { rows } = await sql<BulkRow>`
      insert into application_bulk (site, job_id, account_id, masquerader_id, request_key, created_at, state, subject, body, ends_interviews,
        seen_at, total)
      values (${site.name}, ${job.job_id}, ${viewer.accountId}::uuid, ${viewer.masqueraderId ?? null}::uuid, ${bulk.requestKey}, ${now},
        ${bulk.state ?? null}, ${words?.subject ?? null}, ${words?.body ?? null}, ${bulk.endInterviews ?? false},
        ${seenAt(bulk)}, 0)
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
    const { rows: counted } = await sql<BulkRow>`
      with chosen as (
        select a.id as application, ${asSeen(bulk)} as is_as_seen from application a where a.job_id = ${job.job_id} and ${chosen}
      ), put as (
        insert into application_bulk_item (bulk_id, application_id)
        select ${stored.id}, application from chosen where is_as_seen limit ${MAX_COUNT} returning application_id
      ), counted as (
        select (select count(*) from put) as waiting, (select count(*) from chosen where not is_as_seen) as left_out
      )
      update application_bulk set total = waiting + left_out, done = left_out, changed = left_out,
        finished_at = case when waiting = 0 then ${now}::timestamptz end
      from counted where id = ${stored.id} returning ${BULK_COLUMNS}
    `.execute(trx);
    await sql`insert into data_change (kind, site) values ('schedule', ${site.name})`.execute(trx);
    return { bulk: toBulk(counted[0]!, now), violations: [] };
  });
}

/** @returns when the list was read from which the applications were chosen; null if the page did not send it */
function seenAt({ seen }: ApplicationBulkInput): Date | null {
  return seen == null ? null : new Date(seen);
}

/**
 * @returns the condition on chosen applications `a` that they are as the list showed them. `updated_at` changes with the state only: with
 *   each step, and when one is undone.
 */
function asSeen(bulk: ApplicationBulkInput): RawBuilder<unknown> {
  const seen = seenAt(bulk);
  if (!seen) return sql`true`;
  const isList = !bulk.applications;
  // A step must not override one that the list did not show. Whoever got into the state of a list later was not in the list.
  if (bulk.state || (isList && bulk.filter?.state)) return sql`a.updated_at <= ${seen}`;
  return isList ? sql`a.created_at <= ${seen}` : sql`true`;
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

/** @param known brackets that are no placeholders */
function check(
  { applications, state }: ApplicationBulkInput,
  words: { subject: string; body: string } | undefined,
  known: readonly string[],
): ApplicationViolation[] {
  if (applications?.length === 0) return [{ field: 'applications', rule: 'nobody' }];
  if ((applications?.length ?? 0) > MAX_COUNT) return [{ field: 'applications', rule: 'nobody' }];
  // An application for which the step is not possible is left unchanged.
  if (state && !ANSWER_STATES.some((known) => known === state)) return [{ field: 'state', rule: 'step' }];
  if (!words) return state ? [] : [{ field: 'state', rule: 'nothing' }];
  const checked = (field: 'subject' | 'body', most: number, tooLong: 'subjectLong' | 'bodyLong') =>
    checkText(field, words[field], most, tooLong, [...known, ...filledIn(words[field])]);
  return [...checked('subject', MAX_SUBJECT_LENGTH, 'subjectLong'), ...checked('body', MAX_BODY_LENGTH, 'bodyLong')];
}

/** @returns the placeholders of a text that are replaced for each applicant, as they are written */
function filledIn(text: string): string[] {
  return openPlaceholders(text).filter((placeholder) => withoutKnownPlaceholders(placeholder) === '');
}

type Undone = { bulk: ApplicationBulk | null; violations: ApplicationViolation[] };

/**
 * Undoes as much as possible of a step or an answer for many applications; everybody who may undo it for one of them may call it. An
 * application whose mail has been sent, or that somebody has decided about since, is left unchanged and counted. Applications that were
 * not reached yet never will be. Of two concurrent callers, the second one gets the result of the first.
 *
 * @returns undefined if the bulk does not exist or the viewer may not see it
 */
async function undoBulk(
  database: Kysely<Database>,
  { jobId, bulk: typedId }: MutationUndoApplicationBulkArgs,
  context: UserContext,
): Promise<Undone | undefined> {
  const { viewer, site, now } = context;
  const job = await findReadableJob(database, jobId, context);
  const id = parseId(typedId);
  if (!job || id === undefined) return undefined;
  return database.transaction().execute(async (trx) => {
    // Each part locks the same row, so that no part is processed afterwards.
    const { rows } = await sql<BulkRow>`
      select ${BULK_COLUMNS} from application_bulk where id = ${id} and job_id = ${job.job_id} for update
    `.execute(trx);
    const bulk = rows[0];
    if (!bulk) return undefined;
    if (bulk.undone_at !== null) return { bulk: toBulk(bulk, now), violations: [] };
    if (!mayUndo(bulk, now)) return { bulk: toBulk(bulk, now), violations: [{ rule: 'bulkLate' }] };
    const counts = await undoEvents(trx, id, now);
    const { numAffectedRows: notReached = 0n } = await sql`
      delete from application_bulk_item where bulk_id = ${id}
    `.execute(trx);
    const undone = counts.undone + Number(notReached);
    const { rows: stored } = await sql<BulkRow>`
      update application_bulk set undone_at = ${now}, finished_at = coalesce(finished_at, ${now}), undone = ${undone},
        undo_sent = ${counts.sent}, undo_changed = ${counts.changed}
      where id = ${id} returning ${BULK_COLUMNS}
    `.execute(trx);
    const details = { job: String(job.job_id), count: String(undone) };
    const entry = { action: 'application.bulk-undone', ...auditedActor(viewer), site: site.name, details } as const;
    await writeAudit(trx, entry, now);
    return { bulk: toBulk(stored[0]!, now), violations: [] };
  });
}

interface Written {
  application: string;
  events: number[];
  mails: number[];
  isChanged: boolean;
}

/**
 * Undoes all events in a few statements, whatever their number. Ids are read as numbers: the driver would return an array of them as
 * text.
 */
async function undoEvents(
  trx: Kysely<Database>,
  bulkId: number,
  now: Date,
): Promise<{ undone: number; sent: number; changed: number }> {
  const ofBulk = sql`application_bulk_event b join application_event e on e.id = b.event_id where b.bulk_id = ${bulkId}`;
  // Everybody who decides about one of these applications locks it first.
  await sql`
    select from application where id in (select e.application_id from ${ofBulk}) order by id for update
  `.execute(trx);
  const { rows } = await sql<Written>`
    with written as (
      select e.application_id as application, array_agg(e.id::float8) as events, max(e.id) as last,
        coalesce(array_agg(distinct e.mail_id::float8) filter (where e.mail_id is not null), '{}') as mails
      from ${ofBulk} group by e.application_id
    )
    select application, events, mails, exists (
      select from application_event later where later.application_id = written.application and later.id > written.last
        and (later.by_employer or later.state = 'withdrawn')
    ) as "isChanged"
    from written
  `.execute(trx);
  const unchanged = rows.filter(({ isChanged }) => !isChanged);
  const taken = await deleteWaitingMails(
    trx,
    unchanged.flatMap(({ mails }) => mails),
    now,
  );
  const undone = unchanged.filter(({ mails }) => mails.every((mail) => taken.has(mail)));
  const events = undone.flatMap((each) => each.events);
  await sql`delete from application_event where id = any(${events}::bigint[])`.execute(trx);
  const applications = undone.map(({ application }) => application);
  await putBack(trx, applications, [...taken], now);
  return {
    undone: undone.length,
    sent: unchanged.length - undone.length,
    changed: rows.length - unchanged.length,
  };
}
