import { type Kysely, sql } from 'kysely';
import type {
  Mutation,
  MutationDeleteReviewReasonArgs,
  MutationSaveReviewReasonArgs,
  Query,
  QueryJobReviewArgs,
  EmployerFacts,
  JobReview,
  RecruiterFacts,
  ReviewReason,
  ReviewReasonInput,
} from '#contract/generated/resolvers.js';
import type { FormRule, FormViolation } from '#contract/defined-form/form-rules.js';
import { MAX_REASON_LENGTH, MAX_REASON_TITLE_LENGTH, MAX_SAVED_REASONS } from '#contract/job-form/job-form.js';
import { severalLines } from '#shared/text/typed-lines.js';
import { parseId } from '../../platform/database/statement.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import { REVIEW_QUEUE, WAITING_SINCE } from '../job-editing/managed-jobs.js';
import { IS_SUBMISSION, WAS_PUBLIC } from '../job-editing/workflow/job-workflow.js';
import { writeAudit } from '../audit/audit-log.js';
import { formErrorsWith } from '../forms/form-rules.js';

const reasonErrors = formErrorsWith<ReasonRule>(
  'reviewReason',
  { tooLongFor: {}, sameTitle: {}, tooManyReasons: { max: MAX_SAVED_REASONS }, gone: {} },
  {},
);

/** Review of jobs by people of the site (REC-02). */
export function createJobReview({ database }: { database: Kysely<Database> }): BackendModule {
  const resolvers = {
    Query: {
      jobReview: allow<QueryJobReviewArgs, Query['jobReview']>('admin', ({ id }, { site }) => {
        const number = parseId(id);
        return number === undefined ? null : loadJobReview(database, site.name, number);
      }),
      reviewReasons: allow<object, Query['reviewReasons']>('admin', (_args, { site }) =>
        listReviewReasons(database, site.name),
      ),
    },
    Mutation: {
      saveReviewReason: allow<MutationSaveReviewReasonArgs, Mutation['saveReviewReason']>(
        'admin',
        async ({ input }, context) => ({
          errors: reasonErrors(
            await saveReviewReason(database, input, {
              site: context.site.name,
              actorId: context.viewer.accountId,
              now: context.now,
            }),
            context,
          ),
        }),
      ),
      deleteReviewReason: allow<MutationDeleteReviewReasonArgs, Mutation['deleteReviewReason']>(
        'admin',
        async ({ id }, { site, viewer, now }) => {
          await deleteReviewReason(database, id, { site: site.name, actorId: viewer.accountId, now });
          return { errors: [] };
        },
      ),
    },
  } satisfies RootResolvers;
  return { resolvers: [resolvers] };
}

interface Row {
  position: number | null;
  total: number;
  previous: number | null;
  next: number | null;
  since: Date;
  website: string | null;
  is_new: boolean;
  is_verified: boolean;
  is_trusted: boolean;
  published_jobs: number;
  sent_back: number;
  recruiter_name: string | null;
  recruiter_domain: string | null;
  registered: Date | null;
}

/** @returns the position of a job in its site's review queue, and facts about its employer; null if the site has no such job */
async function loadJobReview(database: Kysely<Database>, site: string, id: number): Promise<JobReview | null> {
  const { rows } = await sql<Row>`
    with queue as (
      select job.id, row_number() over waiting as position,
        lag(job.id) over waiting as previous, lead(job.id) over waiting as next
      from job where job.site = ${site} and ${REVIEW_QUEUE}
      window waiting as (order by ${WAITING_SINCE}, job.id)
    ), submitter as (
      select e.actor_id from job_event e where e.job_id = ${id} and ${IS_SUBMISSION} order by e.id desc limit 1
    )
    select queue.position::int, (select count(*)::int from queue) as total, queue.previous,
      case when queue.id is null then (select first.id from queue first where first.position = 1) else queue.next end as next,
      o.created_at as since, o.website, o.state = 'pending' as is_new,
      o.verified_at is not null as is_verified, o.trusted_at is not null as is_trusted,
      (select count(*)::int from job where job.organization_id = o.id and job.site = ${site} and job.id <> ${id} and ${WAS_PUBLIC})
        as published_jobs,
      (select count(*)::int from job_event e join job j on j.id = e.job_id
        where j.organization_id = o.id and j.site = ${site} and e.step = 'send_back') as sent_back,
      a.name as recruiter_name, split_part(a.email, '@', 2) as recruiter_domain, a.created_at as registered
    from job reviewed join organization o on o.id = reviewed.organization_id
      left join queue on queue.id = reviewed.id
      left join submitter on true left join account a on a.id = submitter.actor_id
    where reviewed.id = ${id} and reviewed.site = ${site}
  `.execute(database);
  const [row] = rows;
  if (!row) return null;
  return {
    __typename: 'JobReview',
    position: row.position,
    total: row.total,
    previous: row.previous === null ? null : String(row.previous),
    next: row.next === null ? null : String(row.next),
    employer: employerOf(row),
  };
}

function employerOf(row: Row): EmployerFacts {
  const websiteDomain = hostOf(row.website);
  return {
    __typename: 'EmployerFacts',
    since: row.since.toISOString(),
    isNew: row.is_new,
    isVerified: row.is_verified,
    isTrusted: row.is_trusted,
    websiteDomain,
    recruiter: recruiterOf(row, websiteDomain),
    publishedJobs: row.published_jobs,
    sentBack: row.sent_back,
  };
}

function recruiterOf(
  { recruiter_name: name, recruiter_domain: emailDomain, registered }: Row,
  websiteDomain: string | null,
): RecruiterFacts | null {
  if (name === null || emailDomain === null || registered === null) return null;
  return {
    __typename: 'RecruiterFacts',
    name,
    registered: registered.toISOString(),
    emailDomain,
    isWebsiteDomain: websiteDomain === null ? null : isSameDomain(emailDomain, websiteDomain),
  };
}

/** @returns the host name of a website, without `www.`; null if there is none */
function hostOf(website: string | null): string | null {
  if (!website || !URL.canParse(website)) return null;
  return new URL(website).hostname.replace(/^www\./, '') || null;
}

/** Mail and website of an organization are often at different subdomains of one domain. */
function isSameDomain(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  return first === second || first.endsWith(`.${second}`) || second.endsWith(`.${first}`);
}

/** Rules for a saved reason as a whole. */
type ReasonRule = 'tooLongFor' | 'sameTitle' | 'tooManyReasons' | 'gone';

/** The editor of a site's reasons, with the time. */
interface ReasonEditor {
  site: string;
  actorId: string;
  now: Date;
}

/** @returns the saved reasons of a site, sorted by title */
async function listReviewReasons(database: Kysely<Database>, site: string): Promise<ReviewReason[]> {
  const rows = await database
    .selectFrom('review_reason')
    .select(['id', 'title', 'text'])
    .where('site', '=', site)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ __typename: 'ReviewReason', ...row, id: String(row.id) }));
}

/** Adds a reason, or changes the one with `id`. @returns violations; empty if the reason was saved */
async function saveReviewReason(
  database: Kysely<Database>,
  { id, ...input }: ReviewReasonInput,
  { site, actorId, now }: ReasonEditor,
): Promise<FormViolation<FormRule | ReasonRule>[]> {
  const title = severalLines(input.title).replace(/\s+/g, ' ');
  const text = severalLines(input.text);
  const violations = [...check('title', title, MAX_REASON_TITLE_LENGTH), ...check('text', text, MAX_REASON_LENGTH)];
  if (violations.length > 0) return violations;
  return database.transaction().execute(async (trx) => {
    // Serializes concurrent additions.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`review_reason ${site}`}, 0))`.execute(trx);
    const known = await trx.selectFrom('review_reason').select(['id', 'title']).where('site', '=', site).execute();
    const number = id == null ? undefined : parseId(id);
    if (id != null && !known.some((reason) => reason.id === number)) return [{ rule: 'gone' }];
    if (known.some((reason) => reason.id !== number && reason.title.toLowerCase() === title.toLowerCase()))
      return [{ field: 'title', rule: 'sameTitle' }];
    if (number === undefined && known.length >= MAX_SAVED_REASONS) return [{ rule: 'tooManyReasons' }];
    const row = { site, title, text, changed_at: now };
    if (number === undefined) await trx.insertInto('review_reason').values(row).execute();
    else await trx.updateTable('review_reason').set(row).where('id', '=', number).execute();
    await writeAudit(trx, { action: 'review-reason.saved', actorId, site, details: { title } }, now);
    return [];
  });
}

/** Deletes a saved reason of the site, if it exists. */
async function deleteReviewReason(
  database: Kysely<Database>,
  id: string,
  { site, actorId, now }: ReasonEditor,
): Promise<void> {
  const number = parseId(id);
  if (number === undefined) return;
  await database.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom('review_reason')
      .where('id', '=', number)
      .where('site', '=', site)
      .returning('title')
      .executeTakeFirst();
    if (!deleted) return;
    const details = { title: deleted.title };
    await writeAudit(trx, { action: 'review-reason.deleted', actorId, site, details }, now);
  });
}

function check(field: string, value: string, max: number): FormViolation<FormRule | ReasonRule>[] {
  if (value === '') return [{ field, rule: 'required' }];
  return value.length > max ? [{ field, rule: 'tooLongFor', values: { max } }] : [];
}
