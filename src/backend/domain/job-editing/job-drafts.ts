import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { writtenScreening } from '#contract/applications/screening.js';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { type JobType, textDetails } from '#contract/job-form/job-form.js';
import { YES } from '#contract/defined-form/field-values.js';
import { dayIn } from '#shared/time-zones/time-zone.js';
import { startOfDay } from '#shared/time-zones/zoned-days.js';
import type { Database } from '../../platform/database/schema.js';
import { fileValue } from '../forms/field-values.js';
import { discardDraft, type Drafted, type EditingPlace, storeDraft } from '../forms/stored-draft.js';
import { type StoredJob, applicationEmailsOf } from '../jobs/job.repository.js';
import { JOB_LOGO_NAME } from '../jobs/job-document.js';
import { WAS_PUBLIC, WAS_UNPUBLISHED } from './workflow/job-workflow.js';

/** Value of the column `source` for jobs that were typed into forms. */
export const FORM_SOURCE = 'form';

const DRAFTED: Drafted = { table: 'job', draft: 'job_draft', key: 'job_id' };

export interface NewDraft {
  type: JobType;
  organizationId: number;
  language: string;
  /** Identifies a form, so that it creates one job however often it is sent. */
  key: string;
  fields: FieldValues;
}

export interface DraftVersion {
  id: number;
  version: number;
}

/** A job with the values of its form. */
export interface DraftedJob {
  job: StoredJob;
  organization: { name: string; state: string; isTrusted: boolean };
  version: number;
  fields: FieldValues;
  /** Values of the form without the draft's changes. */
  stored: FieldValues;
  hasDraft: boolean;
  /** Whether the job has ever been public. */
  wasPublic: boolean;
  /** Whether a reviewer has unpublished the job, and none has published it again. */
  wasUnpublished: boolean;
}

/**
 * Creates a job that is not public, in one statement. A form that is sent twice creates one job.
 *
 * @returns undefined if the form has created one already, or the organization is not of this site
 */
export async function createDraft(
  database: Kysely<Database>,
  { type, organizationId, language, key, fields }: NewDraft,
  { site, accountId, now }: EditingPlace,
): Promise<DraftVersion | undefined> {
  const { rows } = await sql<DraftVersion>`
    with made as (
      insert into job (site, organization_id, type, title, language, description, state, published_at, application_workflow,
        source, source_key, content_hash, created_at, updated_at)
      select ${site}, id, ${type}, '', ${language}, '', 'draft', ${now}, 'form', ${FORM_SOURCE},
        ${sourceKeyOf(accountId, key)}, '', ${now}, ${now}
      from organization where id = ${organizationId} and site = ${site}
      on conflict (site, source, source_key) do nothing returning id
    ), kept as (
      insert into job_draft (job_id, fields, changed_by, changed_at)
      select id, ${JSON.stringify(fields)}::jsonb, ${accountId}::uuid, ${now} from made
    ), told as (
      insert into job_event (job_id, at, actor_id, step, to_state) select id, ${now}, ${accountId}::uuid, 'create', 'draft' from made
    )
    select id, 1 as version from made
  `.execute(database);
  return rows[0];
}

/** @returns the draft that the same form has created before; undefined if there is none */
export async function findDraftOf(
  database: Kysely<Database>,
  key: string,
  { site, accountId }: EditingPlace,
): Promise<DraftVersion | undefined> {
  const { rows } = await sql<DraftVersion>`
    select job.id, coalesce(d.version, job.form_version) as version from job left join job_draft d on d.job_id = job.id
    where job.site = ${site} and job.source = ${FORM_SOURCE} and job.source_key = ${sourceKeyOf(accountId, key)}
  `.execute(database);
  return rows[0];
}

/** Hashed, so that no data of the account remains in the job when the account is deleted. */
function sourceKeyOf(accountId: string, key: string): string {
  return createHash('sha256').update(`${accountId} ${key}`).digest('base64url');
}

/** As `storeDraft`; a job cannot be changed while it, or a change of it, waits for review. */
export async function saveDraft(
  database: Kysely<Database>,
  change: DraftVersion & { fields: FieldValues },
  place: EditingPlace,
): Promise<number | undefined> {
  const { site, organizations } = place;
  const mayChange = sql<boolean>`
    site = ${site} and state <> 'needs_review' and change_submitted_at is null
    and (${organizations === null}::boolean or organization_id = any(${organizations ?? []}::bigint[]))`;
  return storeDraft(database, { ...DRAFTED, mayChange }, change, place);
}

/**
 * Moves a draft that was never public to another organization; any other job is left unchanged. The caller has checked that the viewer
 * works for that organization.
 */
export async function moveToOrganization(
  database: Kysely<Database>,
  { id, organizationId }: { id: number; organizationId: number },
  { site, organizations }: EditingPlace,
): Promise<void> {
  await sql`
    update job set organization_id = o.id from organization o
    where job.id = ${id} and job.site = ${site} and job.state = 'draft' and not ${WAS_PUBLIC}
      and (${organizations === null}::boolean or job.organization_id = any(${organizations ?? []}::bigint[]))
      and o.id = ${organizationId} and o.site = ${site} and o.id <> job.organization_id
  `.execute(database);
}

/** @returns the person who saved the form last, or took the last step, and the time; undefined if nobody has */
export async function findLastSaved(
  database: Kysely<Database>,
  id: number,
): Promise<{ by: string | null; at: Date } | undefined> {
  const { rows } = await sql<{ by: string | null; at: Date }>`
    select a.name as by, last.at from (
      select changed_by as account_id, changed_at as at from job_draft where job_id = ${id}
      union all (select actor_id, at from job_event where job_id = ${id} order by id desc limit 1)
    ) last left join account a on a.id = last.account_id
    order by last.at desc limit 1
  `.execute(database);
  return rows[0];
}

/** @param lock locks the job against concurrent steps @returns undefined if there is no such job, or it is not accessible */
export async function findDraftedJob(
  database: Kysely<Database>,
  id: number,
  { site, organizations }: Pick<EditingPlace, 'site' | 'organizations'>,
  lock = false,
): Promise<DraftedJob | undefined> {
  // A separate statement: only statements after the lock see what was saved before it was acquired.
  if (lock) await sql`select from job where id = ${id} for update`.execute(database);
  const { rows } = await sql<
    StoredJob & {
      organization_name: string;
      organization_state: string;
      organization_trusted: boolean;
      draft_version: number | null;
      draft_fields: Record<string, string[]> | null;
      was_public: boolean;
      was_unpublished: boolean;
    }
  >`
    select job.*, o.name as organization_name, o.state as organization_state, o.trusted_at is not null as organization_trusted,
      d.version as draft_version, d.fields as draft_fields, ${WAS_PUBLIC} as was_public,
      ${WAS_UNPUBLISHED} as was_unpublished
    from job join organization o on o.id = job.organization_id left join job_draft d on d.job_id = job.id
    where job.id = ${id} and job.site = ${site}
      and (${organizations === null}::boolean or job.organization_id = any(${organizations ?? []}::bigint[]))
  `.execute(database);
  const row = rows[0];
  if (!row) return undefined;
  const {
    organization_name,
    organization_state,
    organization_trusted,
    draft_version,
    draft_fields,
    was_public,
    was_unpublished,
    ...job
  } = row;
  // Public jobs keep the title that everybody knows until a change is published.
  const isPublic = job.state === 'published' || job.state === 'archived';
  const stored = fieldsOfJob(job);
  return {
    job,
    organization: { name: organization_name, state: organization_state, isTrusted: organization_trusted },
    version: draft_version ?? job.form_version,
    // A draft of a published job contains only changed fields.
    stored,
    fields: {
      ...stored,
      ...(isPublic || draft_version === null ? {} : { expiration: [] }),
      ...draft_fields,
      ...(isPublic ? { title: [job.title], published: [] } : {}),
    },
    hasDraft: draft_version !== null,
    wasPublic: was_public,
    wasUnpublished: was_unpublished,
  };
}

/** As `discardDraft`, for a job that is or was public. */
export async function discardChanges(database: Kysely<Database>, wanted: DraftVersion): Promise<boolean> {
  return discardDraft(database, DRAFTED, wanted);
}

/** Deletes a draft that was never public. @returns false if it was, or somebody else has saved since */
export async function discardJob(database: Kysely<Database>, { id, version }: DraftVersion): Promise<boolean> {
  const { rows } = await sql`
    delete from job where id = ${id} and state = 'draft'
      and coalesce((select version from job_draft where job_id = job.id), form_version) = ${version}
      and not ${WAS_PUBLIC}
    returning id
  `.execute(database);
  return rows.length > 0;
}

/** Values of a job's form without a draft, read from the stored job. */
export function fieldsOfJob(job: StoredJob): FieldValues {
  const { details } = job;
  const isWaiting = job.state !== 'published' && job.state !== 'archived';
  const firstDay = dayIn(job.time_zone, job.published_at);
  const startsDay = job.published_at.getTime() === startOfDay(firstDay, job.time_zone).getTime();
  const texts = (value: string | null | undefined): string[] => (value == null || value === '' ? [] : [value]);
  const numbers = (values: readonly (number | null | undefined)[]): string[] =>
    values.filter((value) => value != null).map(String);
  return {
    title: texts(job.title),
    linkUrl: texts(details.linkUrl),
    file: details.file ? [fileValue(details.file)] : [],
    description: texts(job.description),
    videoUrl: texts(job.video_url),
    ...textDetails((name) => texts(details[name])),
    logo: job.logo_file ? [fileValue({ id: job.logo_file, name: JOB_LOGO_NAME })] : [],
    remoteOptions: numbers([job.remote_tid]),
    eligibleCountries: job.eligible_countries,
    countryCode: texts(job.country_code),
    administrativeArea: texts(job.administrative_area),
    locality: texts(job.locality),
    zip: texts(job.zip),
    addressLine1: texts(job.address_line1),
    addressLine2: texts(job.address_line2),
    employmentType: numbers(job.employment_type_tids),
    occupationalField: numbers(job.occupation_tids),
    industries: numbers(job.industry_tids),
    fieldsOfStudy: numbers(details.fieldOfStudyTids ?? []),
    degreeLevel: numbers([job.degree_tid]),
    yearsOfExperience: numbers([job.experience_tid]),
    salaryRange: numbers([details.salaryRangeTid]),
    minSalary: numbers([job.salary_min]),
    maxSalary: numbers([job.salary_max]),
    currencyCode: texts(job.salary_currency),
    salaryUnit: texts(job.salary_unit),
    languages: numbers(details.languageTids ?? []),
    languagesFree: details.languagesFree ?? [],
    skills: numbers(job.skill_tids),
    skillsFree: job.skills,
    benefits: numbers(job.benefit_tids),
    // A job that begins at the start of a day was given a date; a duration has been converted to an end.
    published: isWaiting && startsDay ? [firstDay] : [],
    // The end of an archived job is no default for the next one.
    expiration: job.expires_at && job.state !== 'archived' ? [dayIn(job.time_zone, job.expires_at)] : [],
    duration: [],
    timeZone: texts(details.timeZone),
    cvDuration: numbers([details.cvDuration]),
    // Without a title, the form was never published or reviewed: the column has only its default.
    applicationWorkflow: job.title === '' ? [] : texts(job.application_workflow),
    applicationEmails: applicationEmailsOf(job),
    applicationLink: texts(job.application_link),
    applicationRequireCv: job.application_require_cv ? [YES] : [],
    applicationRequireCoverLetter: job.application_require_cover_letter ? [YES] : [],
    applicationQualifyingQuestions: job.application_qualifying_questions.flatMap(({ text, type }) =>
      type ? [] : text,
    ),
    screeningQuestions: job.application_qualifying_questions.flatMap(({ text, type, choices = [], needs }) =>
      type ? JSON.stringify(writtenScreening({ text, type, choices, needs })) : [],
    ),
    applicationRequireQualifyingQuestions: job.application_require_qualifying_questions ? [YES] : [],
    reference: texts(job.reference),
  };
}
