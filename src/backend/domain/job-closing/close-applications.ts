import { sql, type Kysely, type RawBuilder } from 'kysely';
import {
  NAME_PLACEHOLDER,
  WAITING_STATES,
  CLOSING_LANGUAGES,
  MAX_BODY_LENGTH,
  MAX_SUBJECT_LENGTH,
} from '#contract/applications/recruiting-rules.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { bracketsIn, openPlaceholders } from '#contract/applications/placeholders.js';
import type { ApplicationState, ClosingChoiceInput } from '#contract/generated/resolvers.js';
import type { JobFormViolation } from '#contract/job-form/check-job-form.js';
import { OWN_APPLICATION_PATH } from '#contract/pages/paths.js';
import { delayedUntil, lockDelayedSteps, undoDelayedSteps } from '../applications/delayed-mails.js';
import { endInterviews } from '../applications/interviews/answer-interview.js';
import { auditedActor, writeAudit } from '../audit/audit-log.js';
import type { Database } from '../../platform/database/schema.js';
import type { Viewer } from '../../platform/graphql/request-context.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import { type SiteTexts, type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';

export interface ClosedJob {
  id: number;
  title: string;
  organization: string;
}

/** Account that closes the job; null if nobody is left who could. */
export type Closer = Pick<Viewer, 'accountId' | 'email' | 'masqueraderId'>;

export type ClosingOutcome = { kind: 'told'; sent: number } | { kind: 'faults'; violations: JobFormViolation[] };

/** Message to applicants who wait for a decision, and the choice of recipients. */
export interface ClosingMessageInput {
  /** A text for each language of the recipients; undefined if none was written. */
  texts?: readonly ClosingText[] | undefined;
  /** undefined: all but those in an interview or with a booked one. `everybody`: all, because nobody is left who could tell them later. */
  choice?: ClosingChoiceInput | 'everybody' | undefined;
}

/**
 * Declines the applicants who still wait for a decision about a job, and tells them so, within the transaction that closes it. Each gets
 * one mail, because afterwards they no longer wait. A concurrent withdrawal is serialized with this. The mails are delayed and can be
 * undone individually, unless nobody is left who could do so.
 */
export async function closeApplications(
  trx: Kysely<Database>,
  job: ClosedJob,
  { texts, choice }: ClosingMessageInput,
  closer: Closer | null,
  context: { site: SpeakingSite; now: Date },
): Promise<ClosingOutcome> {
  const { now } = context;
  const waiting = chosenOf(await lockWaiting(trx, job.id, now), choice);
  if (waiting.length === 0) return { kind: 'told', sent: 0 };
  const languages = [...new Set(waiting.map(({ language }) => closingLanguage(language)))];
  const typed = (texts ?? []).map(({ language, subject, body }) => ({
    language,
    subject: oneLine(subject),
    body: severalLines(body),
  }));
  const needed = languages.map((language) => typed.find((text) => text.language === language));
  if (needed.includes(undefined)) return { kind: 'faults', violations: [{ rule: 'closing' }] };
  const written = needed.filter((text) => text !== undefined);
  // Nobody could correct the site's own text, and a rule that it breaks must not keep the applicants from being told.
  const known = bracketsIn(job.title, job.organization);
  const violations = closer ? written.flatMap((text) => checkText(text, known)) : [];
  if (violations.length > 0) return { kind: 'faults', violations };
  const chosen = waiting.map(({ id }) => id);
  await undoDelayedSteps(trx, chosen, now);
  // Without such a step, an application may be answered already.
  const stillWaiting = new Set((await lockWaiting(trx, job.id, now)).map(({ id }) => id));
  const ids = chosen.filter((id) => stillWaiting.has(id));
  if (ids.length === 0) return { kind: 'told', sent: 0 };
  await notify(trx, job, { ids, texts: written, closer }, now);
  await endInterviews(trx, ids, context);
  const { site } = waiting[0]!;
  const details = { job: String(job.id), count: String(ids.length) };
  const actor = closer ? auditedActor(closer) : {};
  await writeAudit(trx, { action: 'application.closed', ...actor, site, details }, now);
  return { kind: 'told', sent: ids.length };
}

/** Does the same with the site's own text, for jobs of organizations that no longer exist. */
export async function closeApplicationsOf(
  trx: Kysely<Database>,
  { sites, organizationIds }: { sites: readonly BackendSite[]; organizationIds: readonly number[] },
  now: Date,
): Promise<void> {
  await undoDelayedSteps(trx, await lockDelayedSteps(trx, organizationIds, now), now);
  const { rows } = await sql<ClosedJob & { site: string; languages: string[] }>`
    select job.id, job.site, job.title, o.name as organization, array_agg(distinct a.language) as languages
    from application a join job on job.id = a.job_id join organization o on o.id = job.organization_id
    where a.organization_id = any(${organizationIds}::bigint[]) and a.state = any(${WAITING_STATES})
    group by job.id, o.id
  `.execute(trx);
  for (const { languages, site: name, ...job } of rows) {
    const site: SpeakingSite = sites.find((each) => each.name === name) ?? {};
    const texts = [...new Set(languages.map(closingLanguage))].map((language) => closingText(language, job, site));
    await closeApplications(trx, job, { texts, choice: 'everybody' }, null, { site, now });
  }
}

interface Waiting {
  id: string;
  language: string;
  site: string;
  state: ApplicationState;
  /** An interview is booked and has not begun. */
  hasInterview: boolean;
}

function chosenOf(waiting: readonly Waiting[], choice: ClosingMessageInput['choice']): Waiting[] {
  if (choice === 'everybody') return [...waiting];
  const leftOut = new Set(choice?.leftOut);
  const interviews = new Set(choice?.interviews);
  return waiting.filter(
    ({ id, state, hasInterview: isInvited }) =>
      !leftOut.has(id) && ((state !== 'interview' && !isInvited) || interviews.has(id)),
  );
}

/** @returns a condition on applications `a`: an interview is booked and has not begun */
export function hasInterview(now: Date): RawBuilder<boolean> {
  return sql`exists (
    select from interview i where i.application_id = a.id and i.state = 'booked' and i.starts_at > ${now}
  )`;
}

async function lockWaiting(trx: Kysely<Database>, jobId: number, now: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select a.id, a.language, a.site, a.state, ${hasInterview(now)} as "hasInterview" from application a
    where a.job_id = ${jobId} and a.state = any(${WAITING_STATES}) order by a.id for update
  `.execute(trx);
  return rows;
}

/** @param known brackets that are no placeholders */
function checkText({ language, subject, body }: ClosingText, known: readonly string[]): JobFormViolation[] {
  const check = (name: string, text: string, most: number): JobFormViolation[] => {
    const field = `${name}.${language}`;
    if (text === '') return [{ field, rule: 'required' }];
    if (text.length > most) return [{ field, rule: 'tooLong', values: { max: most } }];
    const open = openPlaceholders(text, name === 'body' ? [NAME_PLACEHOLDER, ...known] : known);
    return open.length > 0 ? [{ field, rule: 'placeholder', values: { name: open.join(', ') } }] : [];
  };
  return [...check('subject', subject, MAX_SUBJECT_LENGTH), ...check('body', body, MAX_BODY_LENGTH)];
}

/** Writes the history and mails in one statement, whatever their number. In the history, the step comes before the text. */
async function notify(
  trx: Kysely<Database>,
  { title, organization }: ClosedJob,
  { ids, texts, closer }: { ids: readonly string[]; texts: readonly ClosingText[]; closer: Closer | null },
  now: Date,
): Promise<void> {
  const byLanguage = texts.map((text) => ({ ...text, isFallback: text.language === closingLanguage('') }));
  const dueAt = closer ? delayedUntil(now) : now;
  await sql`
    with told as materialized (
      select nextval(pg_get_serial_sequence('mail', 'id')) as mail_id, a.id, a.account_id, a.site, a.language, a.email, a.first_name || ' ' || a.last_name as name, text.subject,
        replace(text.body, ${NAME_PLACEHOLDER}, a.first_name || ' ' || a.last_name) as body
      from application a cross join lateral (
        select t.subject, t.body from jsonb_to_recordset(${JSON.stringify(byLanguage)}::jsonb)
          as t(language text, subject text, body text, "isFallback" boolean)
        where t.language = a.language or t."isFallback" order by t.language = a.language desc limit 1
      ) text
      where a.id = any(${ids}::uuid[])
    ), moved as (
      update application set state = 'declined', updated_at = ${now} from told where application.id = told.id
    ), written as (
      insert into application_event (application_id, at, state, by_employer, account_id, subject, body, mail_id, visible_at)
      select id, ${now}, 'declined', true, ${closer?.accountId ?? null}::uuid, subject, body, mail_id, ${dueAt} from (
        select id, 1 as step, null as subject, null as body, mail_id from told
        union all select id, 2, subject, body, mail_id from told
      ) event order by id, step
    )
    insert into mail (id, site, language, template, recipient, details, created_at, due_at) overriding system value
    select mail_id, site, language, 'application-answer', email, jsonb_strip_nulls(jsonb_build_object(
      'subject', subject, 'body', body, 'name', name, 'title', ${title}::text, 'organization', ${organization}::text,
      'replyTo', ${closer?.email ?? null}::text,
      'path', case when account_id is not null then ${`${OWN_APPLICATION_PATH}/`}::text || id end
    )), ${now}, ${dueAt} from told
  `.execute(trx);
}

/**
 * Archives the published jobs of organizations and removes them from the search index, within the caller's transaction. Scheduled jobs
 * will not be published. Applicants who wait for a decision are told that there will be none, because nobody is left to tell them later.
 */
export async function archiveJobsOf(
  trx: Kysely<Database>,
  { indexer, sites }: { indexer: SearchIndexer; sites: readonly BackendSite[] },
  organizationIds: readonly number[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update job set state = 'archived', updated_at = ${now}
    where organization_id = any(${organizationIds}::bigint[]) and state = 'published' returning id
  `.execute(trx);
  await sql`
    update job set state = 'draft', updated_at = ${now}
    where organization_id = any(${organizationIds}::bigint[]) and state in ('scheduled', 'needs_review')
  `.execute(trx);
  await closeApplicationsOf(trx, { sites, organizationIds }, now);
  const ids = rows.map(({ id }) => String(id));
  if (ids.length > 0) await indexer.remove(trx, ids);
}

/** Text in one language for all applicants who wait when a job is closed; `{name}` stands for the applicant's name. */
export interface ClosingText {
  language: string;
  subject: string;
  body: string;
}

/** @returns the language in which a person is addressed, among those that have texts */
export function closingLanguage(language: string): string {
  return CLOSING_LANGUAGES.find((known) => known === language) ?? CLOSING_LANGUAGES[0];
}

/** Default text, to be edited, or sent unchanged if there is nobody to edit it. Of its placeholders, only the name is left unfilled. */
export function closingText(
  language: string,
  { title, organization }: { title: string; organization: string },
  site: SpeakingSite,
): ClosingText {
  const { t } = textsOf(site, language);
  const facts = { title, organization };
  return {
    language,
    subject: closingSubject(t, facts),
    body: t('application-answers.closing.body', facts),
  };
}

/** @returns the default subject; a long title is shortened, so that the text can be sent unchanged */
function closingSubject(t: SiteTexts['t'], { title, organization }: { title: string; organization: string }): string {
  const subject = t('application-answers.closing.subject', { title, organization });
  const excess = subject.length - MAX_SUBJECT_LENGTH;
  if (excess <= 0) return subject;
  // Neither half a character nor an opening bracket is left before the dots: after a bracket, dots are a placeholder.
  const start = title.slice(0, Math.max(0, title.length - excess - 1)).replace(/[\s([„“"«\uD800-\uDBFF]+$/, '');
  return t('application-answers.closing.subject', { title: `${start}…`, organization });
}
