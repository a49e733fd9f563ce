import { sql, type Kysely } from 'kysely';
import type {
  ApplicationAnswerInput,
  ApplicationState,
  MutationMoveApplicationArgs,
} from '#contract/generated/resolvers.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/applications/recruiting-rules.js';
import { bracketsIn, openPlaceholders } from '#contract/applications/placeholders.js';
import { ownApplicationPath } from '#contract/pages/paths.js';
import { auditedActor, writeAudit } from '../../audit/audit-log.js';
import type { Database } from '../../../platform/database/schema.js';
import type { Viewer, UserContext } from '../../../platform/graphql/request-context.js';
import { putMail } from '../../../platform/mail/outbox.js';
import type { SpeakingSite } from '../../../platform/texts/site-texts.js';
import type { ApplicationViolation } from '../application-errors.js';
import { type StoredApplication, TWICE_MS } from '../application-rows.js';
import { moveTo } from '../application-states.js';
import {
  type ApplicantMail,
  delayedUntil,
  hasDelayedStep,
  isDelayed,
  sendMailNow,
  undoMail,
} from '../delayed-mails.js';
import { endInterviews } from '../interviews/answer-interview.js';
import { findReceivedRow } from '../received/received-applications.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';

/** Moves an application (REC-05). @returns violations; undefined if the application does not exist or the viewer may not see it */
export async function moveByEmployer(
  database: Kysely<Database>,
  { id, state, from, endInterview }: MutationMoveApplicationArgs,
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findReceivedRow(database, id, context);
  if (!row) return undefined;
  const step = { state, from: from ?? undefined, endsInterview: endInterview ?? false };
  return database.transaction().execute((trx) => moveRow(trx, row, step, context));
}

/** The person who decides about an application, with place and time. */
export interface Decider {
  viewer: Pick<Viewer, 'accountId' | 'email' | 'masqueraderId'>;
  site: SpeakingSite;
  now: Date;
}

/** Target state of an application. `endsInterview`: the person who declines knows that an interview is booked, which this cancels. */
export interface Step {
  state: ApplicationState;
  from?: ApplicationState | undefined;
  endsInterview: boolean;
}

/** Moves an application within the caller's transaction; the caller has checked access. @returns violations */
export async function moveRow(
  trx: Kysely<Database>,
  row: StoredApplication,
  { state, from, endsInterview }: Step,
  by: Decider,
): Promise<ApplicationViolation[]> {
  // Every declined applicant gets a mail.
  const notify = state === 'declined' ? () => putDeclined(trx, row, by) : undefined;
  const outcome = await moveTo(trx, { ...stepOf(row, state, by), from, endsInterview, notify }, by.now);
  if (outcome !== 'moved' && outcome !== 'stayed') return [violationOf(outcome)];
  if (outcome === 'stayed') return [];
  if (state === 'declined') await endInterviews(trx, [row.id], by);
  await audit(trx, 'application.moved', { row, state }, by);
  return [];
}

/**
 * Writes the answer, the step that goes with it and the mail in one transaction. The mail is delayed; until it is sent, all of it can be
 * undone.
 *
 * @returns as `moveByEmployer`
 */
export async function answer(
  database: Kysely<Database>,
  { id, answer: typed }: { id: string; answer: ApplicationAnswerInput },
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findReceivedRow(database, id, context);
  if (!row) return undefined;
  const subject = oneLine(typed.subject);
  const body = severalLines(typed.body);
  const known = bracketsIn(row.job_title, row.organization_name);
  const violations = [
    ...checkText('subject', subject, MAX_SUBJECT_LENGTH, 'subjectLong', known),
    ...checkText('body', body, MAX_BODY_LENGTH, 'bodyLong', known),
  ];
  if (violations.length > 0) return violations;
  const step = { state: typed.state, from: typed.from ?? undefined, endsInterview: typed.endInterview ?? false };
  const answered = { subject, body, ...step };
  return database.transaction().execute((trx) => writeAnswer(trx, row, answered, context));
}

/** Text for an applicant, with the step that goes with it, if any. */
type Answer = Omit<Step, 'state'> & { subject: string; body: string; state: ApplicationState | null | undefined };

/** Writes an answer within the caller's transaction; the caller has checked access. @returns violations */
export async function writeAnswer(
  trx: Kysely<Database>,
  row: StoredApplication,
  { subject, body, state, from, endsInterview }: Answer,
  context: Decider,
): Promise<ApplicationViolation[]> {
  const repeated = await findRepeated(trx, row.id, { subject, body }, context.now);
  if (repeated) {
    if (!state || state === repeated.state) return [];
    // The applicant has these words already: only the step is new.
    if (!(await isDelayed(trx, repeated.mail, context.now)))
      return moveRow(trx, row, { state, from, endsInterview }, context);
  }
  let mail: ApplicantMail | undefined;
  const notify = async () => {
    // Replaces the same words that were to be sent without the step.
    if (repeated && !mail) await undoMail(trx, { applicationId: row.id, mailId: String(repeated.mail) }, context.now);
    return (mail ??= await putAnswer(trx, row, { subject, body }, context));
  };
  if (state) {
    const outcome = await moveTo(trx, { ...stepOf(row, state, context), from, endsInterview, notify }, context.now);
    if (outcome !== 'moved' && outcome !== 'stayed') return [violationOf(outcome)];
    // Declined applicants are told once. They get further messages without a step.
    if (outcome === 'stayed' && state === 'declined')
      return [violationOf((await hasDelayedStep(trx, row.id, context.now)) ? 'waiting' : 'refused')];
    if (outcome === 'moved' && state === 'declined') await endInterviews(trx, [row.id], context);
  }
  const { id: mailId, visibleAt } = await notify();
  await sql`
    insert into application_event (application_id, at, state, by_employer, account_id, subject, body, mail_id, visible_at)
    select id, ${context.now}, state, true, ${context.viewer.accountId}::uuid, ${subject}, ${body}, ${mailId}, ${visibleAt}
    from application where id = ${row.id}::uuid
  `.execute(trx);
  await audit(trx, 'application.answered', { row, state: state ?? undefined }, context);
  return [];
}

/** Cancels a delayed mail, with the step that it announces. @returns as `moveByEmployer` */
export async function undoAnswer(
  database: Kysely<Database>,
  { id, mail }: { id: string; mail: string },
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findReceivedRow(database, id, context);
  if (!row) return undefined;
  return database.transaction().execute(async (trx) => {
    if (!(await undoMail(trx, { applicationId: row.id, mailId: mail }, context.now))) return [{ rule: 'gone' }];
    await audit(trx, 'application.undone', { row, state: undefined }, context);
    return [];
  });
}

/** Sends a delayed mail at once. @returns as `moveByEmployer` */
export async function sendAnswerNow(
  database: Kysely<Database>,
  { id, mail }: { id: string; mail: string },
  context: UserContext,
): Promise<ApplicationViolation[] | undefined> {
  const row = await findReceivedRow(database, id, context);
  if (!row) return undefined;
  return database.transaction().execute(async (trx) => {
    const isSent = await sendMailNow(trx, { applicationId: row.id, mailId: mail }, context.now);
    return isSent ? [] : [{ rule: 'gone' }];
  });
}

const STEP_RULES = {
  refused: { field: 'state', rule: 'step' },
  waiting: { field: 'state', rule: 'waiting' },
  elsewhere: { field: 'state', rule: 'movedMeanwhile' },
  interview: { field: 'endInterview', rule: 'interviewBooked' },
} as const satisfies Readonly<Record<string, ApplicationViolation>>;

function violationOf(outcome: keyof typeof STEP_RULES): ApplicationViolation {
  return STEP_RULES[outcome];
}

async function audit(
  trx: Kysely<Database>,
  action: 'application.moved' | 'application.answered' | 'application.undone',
  { row, state }: { row: StoredApplication; state: ApplicationState | undefined },
  { viewer, now }: Pick<Decider, 'viewer' | 'now'>,
): Promise<void> {
  const details = { job: String(row.job_id), application: row.id, ...(state && { state }) };
  const subjectId = row.account_id ?? undefined;
  await writeAudit(trx, { action, ...auditedActor(viewer), subjectId, site: row.site, details }, now);
}

function stepOf(row: StoredApplication, to: ApplicationState, { viewer }: Decider) {
  return { id: row.id, to, by: 'employer', accountId: viewer.accountId } as const;
}

/** @returns the mail of an answer in the same words, and the state of the application now; undefined if there is no such answer */
async function findRepeated(
  trx: Kysely<Database>,
  id: string,
  { subject, body }: { subject: string; body: string },
  now: Date,
): Promise<{ mail: number | null; state: ApplicationState } | undefined> {
  // Serializes concurrent answers.
  await sql`select from application where id = ${id}::uuid for update`.execute(trx);
  const { rows } = await sql<{ mail: number | null; state: ApplicationState }>`
    select e.mail_id as mail, a.state from application_event e join application a on a.id = e.application_id
    where e.application_id = ${id}::uuid and e.subject = ${subject} and e.body = ${body}
      and e.at > ${new Date(now.getTime() - TWICE_MS)} order by e.id desc limit 1
  `.execute(trx);
  return rows[0];
}

async function putAnswer(
  trx: Kysely<Database>,
  row: StoredApplication,
  words: { subject: string; body: string },
  { viewer, now }: Decider,
): Promise<ApplicantMail> {
  const details = { ...words, organization: row.organization_name, title: row.job_title, replyTo: viewer.email };
  const mail = { ...mailOf(row), template: 'application-answer', details: { ...details, ...pathOf(row) } } as const;
  const visibleAt = delayedUntil(now);
  return { id: await putMail(trx, mail, now, visibleAt), visibleAt };
}

async function putDeclined(trx: Kysely<Database>, row: StoredApplication, { now }: Decider): Promise<ApplicantMail> {
  const name = `${row.first_name} ${row.last_name}`;
  const details = { name, organization: row.organization_name, title: row.job_title };
  const mail = { ...mailOf(row), template: 'application-declined', details: { ...details, ...pathOf(row) } } as const;
  const visibleAt = delayedUntil(now);
  return { id: await putMail(trx, mail, now, visibleAt), visibleAt };
}

function mailOf(row: StoredApplication): { site: string; language: string; recipient: string } {
  return { site: row.site, language: row.language, recipient: row.email };
}

/** Only applicants with an account can see their applications. */
function pathOf(row: StoredApplication): { path?: string } {
  return row.account_id === null ? {} : { path: ownApplicationPath(row.id) };
}

/** @param known brackets that are no placeholders @returns violations of a text to an applicant */
export function checkText(
  field: string,
  text: string,
  most: number,
  tooLong: 'subjectLong' | 'bodyLong',
  known: readonly string[] = [],
): ApplicationViolation[] {
  if (text === '') return [{ field, rule: 'required' }];
  if (text.length > most) return [{ field, rule: tooLong }];
  const open = openPlaceholders(text, known);
  return open.length > 0 ? [{ field, rule: 'placeholder', name: open.join(', ') }] : [];
}
