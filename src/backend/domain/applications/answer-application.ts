import { sql, type Kysely } from 'kysely';
import type { ApplicationAnswerInput, ApplicationState } from '#contract/generated/resolvers.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/applications/message-lengths.js';
import { ownApplicationPath } from '#contract/pages/paths.js';
import { writeAudit } from '../audit/audit-log.js';
import type { Database } from '../../platform/database/schema.js';
import type { UserContext } from '../../platform/graphql/request-context.js';
import { putMail } from '../../platform/mail/outbox.js';
import type { ApplicationViolation } from './application-errors.js';
import type { StoredApplication } from './application-rows.js';
import { moveTo } from './application-states.js';
import { findReceivedRow } from './received-applications.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';

/** The same words again so soon are a button that was pressed twice. */
const TWICE_MS = 10 * 60_000;

/** REC-05. @returns what is wrong; undefined: there is none, or it is none of the viewer's business */
export async function moveByEmployer(
  database: Kysely<Database>,
  { id, state }: { id: string; state: ApplicationState },
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findReceivedRow(database, id, context);
  if (!row) return undefined;
  return database.transaction().execute(async (trx) => {
    const outcome = await moveTo(trx, stepOf(row, state, context), context.now);
    if (outcome === 'refused') return [{ field: 'state', rule: 'step' }];
    if (outcome === 'moved') await audit(trx, 'application.moved', { row, state }, context);
    // Nobody is left in silence.
    if (outcome === 'moved' && state === 'declined') await putDeclined(trx, row, context);
    return [];
  });
}

/** The answer, the step that goes with it and the mail are one transaction. @returns as `moveByEmployer` */
export async function answer(
  database: Kysely<Database>,
  { id, answer: typed }: { id: string; answer: ApplicationAnswerInput },
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findReceivedRow(database, id, context);
  if (!row) return undefined;
  const subject = oneLine(typed.subject);
  const body = severalLines(typed.body);
  const violations = [
    ...checkText('subject', subject, MAX_SUBJECT_LENGTH, 'subjectLong'),
    ...checkText('body', body, MAX_BODY_LENGTH, 'bodyLong'),
  ];
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    const state = typed.state ?? undefined;
    if (state && (await moveTo(trx, stepOf(row, state, context), context.now)) === 'refused')
      return [{ field: 'state', rule: 'step' }];
    if (await wasSaidJustNow(trx, row.id, { subject, body }, context.now)) return [];
    await sql`
      insert into application_event (application_id, at, state, by_employer, account_id, subject, body)
      select id, ${context.now}, state, true, ${context.viewer.accountId}::uuid, ${subject}, ${body} from application where id = ${row.id}::uuid
    `.execute(trx);
    await audit(trx, 'application.answered', { row, state }, context);
    await putAnswer(trx, row, { subject, body }, context);
    return [];
  });
}

async function audit(
  trx: Kysely<Database>,
  action: 'application.moved' | 'application.answered',
  { row, state }: { row: StoredApplication; state: ApplicationState | undefined },
  { viewer, now }: UserContext,
): Promise<void> {
  const details = { job: String(row.job_id), application: row.id, ...(state && { state }) };
  const subjectId = row.account_id ?? undefined;
  await writeAudit(trx, { action, actorId: viewer.accountId, subjectId, site: row.site, details }, now);
}

function stepOf(row: StoredApplication, to: ApplicationState, { viewer }: UserContext) {
  return { id: row.id, to, by: 'employer', accountId: viewer.accountId } as const;
}

async function wasSaidJustNow(
  trx: Kysely<Database>,
  id: string,
  { subject, body }: { subject: string; body: string },
  now: Date,
): Promise<boolean> {
  // Two at once come one after the other.
  await sql`select from application where id = ${id}::uuid for update`.execute(trx);
  const { rows } = await sql`
    select from application_event where application_id = ${id}::uuid and subject = ${subject} and body = ${body}
      and at > ${new Date(now.getTime() - TWICE_MS)} limit 1
  `.execute(trx);
  return rows.length > 0;
}

async function putAnswer(
  trx: Kysely<Database>,
  row: StoredApplication,
  words: { subject: string; body: string },
  { viewer, now }: UserContext,
): Promise<void> {
  const details = { ...words, organization: row.organization_name, title: row.job_title, replyTo: viewer.email };
  await putMail(trx, { ...mailOf(row), template: 'application-answer', details: { ...details, ...pathOf(row) } }, now);
}

async function putDeclined(trx: Kysely<Database>, row: StoredApplication, { now }: UserContext): Promise<void> {
  const name = `${row.first_name} ${row.last_name}`;
  const details = { name, organization: row.organization_name, title: row.job_title };
  await putMail(
    trx,
    { ...mailOf(row), template: 'application-declined', details: { ...details, ...pathOf(row) } },
    now,
  );
}

function mailOf(row: StoredApplication): { site: string; language: string; recipient: string } {
  return { site: row.site, language: row.language, recipient: row.email };
}

/** Only whoever has an account can see an application of theirs. */
function pathOf(row: StoredApplication): { path?: string } {
  return row.account_id === null ? {} : { path: ownApplicationPath(row.id) };
}

function checkText(
  field: string,
  text: string,
  most: number,
  tooLong: 'subjectLong' | 'bodyLong',
): ApplicationViolation[] {
  if (text === '') return [{ field, rule: 'required' }];
  return text.length > most ? [{ field, rule: tooLong }] : [];
}
