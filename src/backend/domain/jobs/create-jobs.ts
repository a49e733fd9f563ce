import { type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  Job,
  JobDocument,
  Query,
  QueryJobArgs,
  QuerySimilarJobsArgs,
  QueryTeasedJobsArgs,
  JobTeaserKind,
} from '#contract/generated/resolvers.js';
import type { BackendOptions } from '#contract/backend/backend.js';
import { textDetails } from '#contract/job-form/job-form.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { jobPath } from '#contract/pages/paths.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import type { JobSimilarity } from '../../platform/search-index/search-index.port.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { Cutoff, DeletedRows, RetentionRule } from '../../platform/retention/retention-rule.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { addressOf } from '../../platform/database/address.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { filePath } from '../../platform/files/stored-files.js';
import { jobHead, MAX_OPENING_LENGTH, openingOf, textOfHtml } from '../content/page-head.js';
import { JobViews, jobViewResolvers, jobNumberResolvers, jobNumberRetention } from './views/job-views.js';
import {
  isClosed,
  findJobFor,
  findOwnApplication,
  findVisibleJob,
  type StoredJob,
  applicationEmailsOf,
} from './job.repository.js';
import { findSimilarJobs } from './similar-jobs.js';
import { JOB_LOGO_NAME, loadListedJobs, toJobDocument, salaryOf } from './job-document.js';

export interface Jobs extends BackendModule {
  /** Loads a job whose page the viewer may see; null if there is none. */
  load: (id: string, context: RequestContext) => Promise<Lazy<Job> | null>;
}

/** Jobs as visitors see them, and counts of their views. */
export function createJobs(deps: {
  database: Kysely<Database>;
  terms: TermCatalog;
  profiles: OrganizationProfiles;
  similarity: JobSimilarity | undefined;
  secrets: BackendOptions['secrets'];
}): Jobs {
  const { database, terms, profiles: organizations, similarity, secrets } = deps;
  const parts = { database, terms, organizations, similarity };
  return {
    load: (id, context) => loadJob(parts, id, context),
    resolvers: [jobResolvers(parts), jobViewResolvers(new JobViews(database, secrets)), jobNumberResolvers(database)],
    retention: [postingRetention, jobNumberRetention],
  };
}

/** Maximum number of jobs in a transaction: reports, bookmarks and statistics are deleted with each. */
const MAX_DELETED = 100;

/** Archived jobs, found by an index on their end. A job is kept as long as it has applications. */
const isDuePosting = (cutoff: Cutoff): RawBuilder<unknown> => sql`
  job.state = 'archived' and coalesce(job.expires_at, job.updated_at) <= ${cutoff.latest}
    and coalesce(job.expires_at, job.updated_at) <= ${cutoff.of(sql`job.site`)}
    and not exists (select from application where application.job_id = job.id)
`;

/** Jobs that ended long ago. Until then, their pages show that they are closed. Accounting records that name them are kept. */
export const postingRetention: RetentionRule = {
  kind: 'postings',
  batch: MAX_DELETED,
  async deleteDue(trx, cutoff, limit) {
    const { rows } = await sql<DeletedRows>`
      with gone as (
        delete from job where id = any(array(
          select job.id from job where ${isDuePosting(cutoff)} limit ${limit} for update skip locked
        )) returning site
      ) select site, count(*)::integer as count from gone group by site
    `.execute(trx);
    return rows;
  },
  async countDue(database, cutoff, site, limit) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (select from job where ${isDuePosting(cutoff)} and job.site = ${site} limit ${limit}) counted
    `.execute(database);
    return rows[0]!.count;
  },
};

/** A teased job, with its organization's cover picture. */
interface TeasedJob {
  id: number;
  cover_file: string | null;
  cover_name: string | null;
}

// Must match the partial indexes of migration 0010.
const CONDITIONS: Record<JobTeaserKind, string> = {
  featured: 'job.featured',
  video: 'job.video_url is not null',
  top: 'job.top',
};

/** @param languages base languages (`en`); empty for all @returns the newest first */
async function findTeasedJobs(
  database: Kysely<Database>,
  site: string,
  { kind, languages, first }: { kind: JobTeaserKind; languages: readonly string[]; first: number },
): Promise<TeasedJob[]> {
  const { rows } = await sql<TeasedJob>`
    select job.id, details.cover_file, file.name as cover_name from job
    left join organization_details details on details.organization_id = job.organization_id
    left join file on file.id = details.cover_file
    where job.site = ${site} and job.state = 'published' and ${sql.raw(CONDITIONS[kind])}
      and (${[...languages]}::text[] = '{}' or split_part(job.language, '-', 1) = any(${[...languages]}::text[]))
    order by job.published_at desc, job.id desc limit ${first}
  `.execute(database);
  return rows;
}

const MAX_SIMILAR_JOBS = 20;
const MAX_TEASERS = 6;
const SNIPPET_LENGTH = 200;
const DAY_MS = 86_400_000;

interface JobParts {
  database: Kysely<Database>;
  terms: TermCatalog;
  organizations: OrganizationProfiles;
  /** Without it, similar jobs are those of the same occupation or cause. */
  similarity?: JobSimilarity;
}

/** @returns a job whose page the viewer may see; null if there is none */
async function loadJob(
  { database, terms, organizations }: JobParts,
  id: string,
  context: RequestContext,
): Promise<Lazy<Job> | null> {
  const job = await findJobFor(database, context.site.name, id, context.viewer);
  if (!job) return null;
  const ownApplication = () => findOwnApplication(database, job.id, context.viewer);
  return { ...toJob(job, terms, organizations, context), ownApplication };
}

export function jobResolvers(dependencies: JobParts) {
  const { database, terms, similarity } = dependencies;

  return {
    Query: {
      job: allow<QueryJobArgs, Lazy<Job> | null>('anyone', ({ id }, context) => loadJob(dependencies, id, context)),

      similarJobs: allow<QuerySimilarJobsArgs, Query['similarJobs']>('anyone', async ({ id, first }, context) => {
        const count = Math.min(Math.max(first ?? 4, 0), MAX_SIMILAR_JOBS);
        const job = await findVisibleJob(database, context.site.name, id);
        if (!job || count === 0) return [];
        return listed(await findSimilarJobs(database, similarity, job, count), context.language);
      }),

      teasedJobs: allow<QueryTeasedJobsArgs, Query['teasedJobs']>(
        'anyone',
        async ({ kind, language, first }, context) => {
          const count = Math.min(Math.max(first ?? MAX_TEASERS, 0), MAX_TEASERS);
          const languages = (language ?? []).map((tag) => tag.split('-', 1)[0]!.toLowerCase());
          const teased = await findTeasedJobs(database, context.site.name, { kind, languages, first: count });
          const covers = new Map(teased.map((job) => [String(job.id), job]));
          const jobs = await listed(
            teased.map(({ id }) => id),
            context.language,
          );
          return jobs.map((job) => {
            const { cover_file: file, cover_name: name } = covers.get(job.id)!;
            return { job, image: file === null ? null : { url: filePath(file, name ?? 'cover'), alt: '' } };
          });
        },
      ),
    },
  } satisfies RootResolvers;

  async function listed(ids: readonly number[], language: string): Promise<JobDocument[]> {
    const loaded = await loadListedJobs(database, ids);
    return loaded.map(({ row, description }) => ({
      ...toJobDocument(row, terms, language),
      markedTitle: [],
      snippet: [{ text: openingOf(textOfHtml(description), SNIPPET_LENGTH), marked: false }],
      distance: null,
    }));
  }
}

/** Converts a job to the contract's form, with terms in the language of the request. */
export function toJob(
  job: StoredJob,
  terms: TermCatalog,
  organizations: OrganizationProfiles,
  context: RequestContext,
): Lazy<Job> {
  const { language } = context;
  const id = String(job.id);
  const closed = isClosed(job, context.now);
  return {
    id,
    url: { path: jobPath(id, job.title) },
    // The worker archives a few seconds after the expiry.
    state: closed ? 'archived' : job.state,
    closed,
    language: job.language,
    title: job.title,
    description: job.description,
    organization: () => organizations.require(job.organization_id, context),
    address: addressOf(job),
    remoteOptions: terms.term(job.remote_tid, language),
    eligibleCountries: job.eligible_countries,
    employmentType: terms.termsOf(job.employment_type_tids, language),
    industries: terms.termsOf(job.industry_tids, language),
    occupationalField: terms.termsOf(job.occupation_tids, language),
    degreeLevel: terms.term(job.degree_tid, language),
    yearsOfExperience: terms.term(job.experience_tid, language),
    logo: () => logoOf(job, organizations, context),
    salaryRange: terms.term(job.details.salaryRangeTid ?? null, language),
    salaryRangeFree: salaryOf(job),
    skills: terms.termsOf(job.skill_tids, language),
    skillsFree: job.skills,
    benefits: terms.termsOf(job.benefit_tids, language),
    published: job.published_at.toISOString(),
    expiration: job.expires_at?.toISOString() ?? null,
    duration: daysShown(job),
    cvDuration: job.details.cvDuration ?? null,
    timeZone: job.time_zone,
    applicationWorkflow: job.application_workflow,
    applicationLink: job.application_workflow === 'link' ? job.application_link : null,
    applicationEmails: job.application_workflow === 'email' ? applicationEmailsOf(job) : [],
    applicationRequireCv: job.application_require_cv,
    applicationRequireCoverLetter: job.application_require_cover_letter,
    applicationRequireQualifyingQuestions: job.application_require_qualifying_questions,
    // The answers that the employer requires are not public.
    applicationQualifyingQuestions: job.application_qualifying_questions.map(
      ({ id, text, required, type, choices = [] }) => ({
        id,
        text,
        required,
        type: type ?? ('text' as const),
        choices: [...choices],
      }),
    ),
    reference: job.reference,
    videoUrl: job.video_url,
    type: job.type,
    linkUrl: job.details.linkUrl ?? null,
    file: job.details.file
      ? { name: job.details.file.name, url: filePath(job.details.file.id, job.details.file.name) }
      : null,
    ...textDetails((name) => job.details[name] ?? null),
    fieldsOfStudy: terms.termsOf(job.details.fieldOfStudyTids ?? [], language),
    languages: terms.termsOf(job.details.languageTids ?? [], language),
    languagesFree: job.details.languagesFree ?? [],
    // A preview shows the page as others see it.
    ownApplication: null,
    metatags: async () => {
      const { name: organizationName, logo } = await organizations.named(job.organization_id, context);
      const opening = job.description.slice(0, MAX_OPENING_LENGTH);
      return jobHead({
        id,
        title: job.title,
        organizationName,
        opening,
        logo,
        isHidden: closed || job.state !== 'published',
      });
    },
  };
}

async function logoOf(job: StoredJob, organizations: OrganizationProfiles, context: RequestContext) {
  if (job.logo_file !== null) return { url: filePath(job.logo_file, JOB_LOGO_NAME), alt: '' };
  return organizations.logoOf(job.organization_id, context);
}

/** Number of days from the publication to the last day. */
function daysShown({ published_at, expires_at, time_zone }: StoredJob): number | null {
  if (expires_at === null) return null;
  const [first, last] = [published_at, expires_at].map((at) => Date.parse(dayIn(time_zone, at)));
  return Math.round((last! - first!) / DAY_MS);
}
