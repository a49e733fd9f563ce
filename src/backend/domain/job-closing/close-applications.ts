import { sql, type Kysely } from 'kysely';
import { NAME_PLACEHOLDER, WAITING_STATES, CLOSING_LANGUAGES } from '#contract/applications/closing-message.js';
import { MAX_BODY_LENGTH, MAX_SUBJECT_LENGTH } from '#contract/applications/message-lengths.js';
import type { BackendSite } from '#contract/backend/backend.js';
import type { JobFormViolation } from '#contract/job-form/job-form-rules.js';
import { OWN_APPLICATION_PATH } from '#contract/pages/paths.js';
import { writeAudit } from '../audit/audit-log.js';
import type { Database } from '../../platform/database/schema.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import { type SpeakingSite, textsOf } from '../../platform/texts/site-texts.js';
import { oneLine, severalLines } from '#shared/text/typed-lines.js';

export interface ClosedJob {
  id: number;
  title: string;
  organization: string;
}

/** Who closes it; null: nobody is left who could. */
export interface Closer {
  accountId: string;
  email: string;
}

export type ClosingOutcome = { kind: 'told'; sent: number } | { kind: 'faults'; violations: JobFormViolation[] };

/**
 * Tells everybody who waits for a decision about a job that there will be none, and declines them, within the transaction that closes it:
 * each once, since nobody waits afterwards. Whoever withdraws meanwhile comes before or after.
 *
 * @param texts one for each language that somebody waits in; undefined: none was written
 */
export async function closeApplications(
  trx: Kysely<Database>,
  job: ClosedJob,
  texts: readonly ClosingText[] | undefined,
  closer: Closer | null,
  now: Date,
): Promise<ClosingOutcome> {
  const waiting = await lockWaiting(trx, job.id);
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
  const violations = written.flatMap(checkText);
  if (violations.length > 0) return { kind: 'faults', violations };
  const ids = waiting.map(({ id }) => id);
  await notify(trx, job, { ids, texts: written, closer }, now);
  const { site } = waiting[0]!;
  const details = { job: String(job.id), count: String(ids.length) };
  await writeAudit(trx, { action: 'application.closed', actorId: closer?.accountId, site, details }, now);
  return { kind: 'told', sent: ids.length };
}

/** The same with words of the site, for jobs of organizations that are no more. */
export async function closeApplicationsOf(
  trx: Kysely<Database>,
  { sites, organizationIds }: { sites: readonly BackendSite[]; organizationIds: readonly number[] },
  now: Date,
): Promise<void> {
  const { rows } = await sql<ClosedJob & { site: string; languages: string[] }>`
    select job.id, job.site, job.title, o.name as organization, array_agg(distinct a.language) as languages
    from application a join job on job.id = a.job_id join organization o on o.id = job.organization_id
    where a.organization_id = any(${organizationIds}::bigint[]) and a.state = any(${WAITING_STATES})
    group by job.id, o.id
  `.execute(trx);
  for (const { languages, site: name, ...job } of rows) {
    const site = sites.find((each) => each.name === name) ?? {};
    const texts = [...new Set(languages.map(closingLanguage))].map((language) => closingText(language, job, site));
    await closeApplications(trx, job, texts, null, now);
  }
}

async function lockWaiting(
  trx: Kysely<Database>,
  jobId: number,
): Promise<{ id: string; language: string; site: string }[]> {
  const { rows } = await sql<{ id: string; language: string; site: string }>`
    select id, language, site from application where job_id = ${jobId} and state = any(${WAITING_STATES}) order by id for update
  `.execute(trx);
  return rows;
}

function checkText({ language, subject, body }: ClosingText): JobFormViolation[] {
  const check = (field: string, text: string, most: number): JobFormViolation[] =>
    text === ''
      ? [{ field: `${field}.${language}`, rule: 'required' }]
      : text.length > most
        ? [{ field: `${field}.${language}`, rule: 'tooLong' }]
        : [];
  return [...check('subject', subject, MAX_SUBJECT_LENGTH), ...check('body', body, MAX_BODY_LENGTH)];
}

/** One statement, however many there are. Of a history the step comes first, then the words. */
async function notify(
  trx: Kysely<Database>,
  { title, organization }: ClosedJob,
  { ids, texts, closer }: { ids: readonly string[]; texts: readonly ClosingText[]; closer: Closer | null },
  now: Date,
): Promise<void> {
  const byLanguage = texts.map((text) => ({ ...text, isFallback: text.language === closingLanguage('') }));
  await sql`
    with told as materialized (
      select a.id, a.account_id, a.site, a.language, a.email, a.first_name || ' ' || a.last_name as name, text.subject,
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
      insert into application_event (application_id, at, state, by_employer, account_id, subject, body)
      select id, ${now}, 'declined', true, ${closer?.accountId ?? null}::uuid, subject, body from (
        select id, 1 as step, null as subject, null as body from told
        union all select id, 2, subject, body from told
      ) event order by id, step
    )
    insert into mail (site, language, template, recipient, details, created_at, due_at)
    select site, language, 'application-answer', email, jsonb_strip_nulls(jsonb_build_object(
      'subject', subject, 'body', body, 'name', name, 'title', ${title}::text, 'organization', ${organization}::text,
      'replyTo', ${closer?.email ?? null}::text,
      'path', case when account_id is not null then ${`${OWN_APPLICATION_PATH}/`}::text || id end
    )), ${now}, ${now} from told
  `.execute(trx);
}

/**
 * Archives what organizations have published, and takes it out of the search index, within the caller's transaction. What was still to be
 * published never is. Whoever waits for a decision is told that there will be none: nobody is left to tell them later.
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

/** What everybody who waits for a decision is told when a job is over, in one language; `{name}` stands for the applicant's name. */
export interface ClosingText {
  language: string;
  subject: string;
  body: string;
}

/** @returns in which of the languages that there are texts in somebody is written to */
export function closingLanguage(language: string): string {
  return CLOSING_LANGUAGES.find((known) => known === language) ?? CLOSING_LANGUAGES[0];
}

/** Words to begin with, or to send where there is nobody to change them. Of the places in them, that of the name stays. */
export function closingText(
  language: string,
  { title, organization }: { title: string; organization: string },
  site: SpeakingSite,
): ClosingText {
  const { t } = textsOf(site, language);
  const facts = { title, organization };
  return {
    language,
    subject: t('application-answers.closing.subject', facts),
    body: t('application-answers.closing.body', facts),
  };
}
