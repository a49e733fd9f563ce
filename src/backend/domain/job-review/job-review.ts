import { sql, type Kysely } from 'kysely';
import type { EmployerFacts, JobReview, RecruiterFacts } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { REVIEW_QUEUE, WAITING_SINCE } from '../job-editing/managed-jobs.js';
import { WAS_PUBLIC } from '../job-editing/workflow/job-events.js';

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
export async function loadJobReview(database: Kysely<Database>, site: string, id: number): Promise<JobReview | null> {
  const { rows } = await sql<Row>`
    with queue as (
      select job.id, row_number() over waiting as position,
        lag(job.id) over waiting as previous, lead(job.id) over waiting as next
      from job where job.site = ${site} and ${REVIEW_QUEUE}
      window waiting as (order by ${WAITING_SINCE}, job.id)
    ), submitter as (
      select e.actor_id from job_event e where e.job_id = ${id} and e.to_state = 'needs_review' order by e.id desc limit 1
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
