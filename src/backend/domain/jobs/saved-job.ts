import { createHash } from 'node:crypto';
import { timeZoneOf } from '#shared/time-zones/time-zone.js';
import { addressRow, type SavedAddress } from '../../platform/database/address.js';
import type { ApplicationWorkflow, JobState, SalaryUnit } from '../../platform/database/schema.js';

/** A job as a source provides it: an import, the demo data, or an employer's form. */
export interface JobToSave {
  organizationId: string;
  source: string;
  /** Unique within the source: equal keys identify the same job. */
  sourceKey: string;
  title: string;
  language: string;
  /** Sanitised HTML. */
  description: string;
  state: JobState;
  employmentTypeTids: number[];
  industryTids: number[];
  occupationTids: number[];
  experienceTid?: number;
  remoteTid?: number;
  degreeTid?: number;
  skills: string[];
  benefitTids: number[];
  address?: SavedAddress;
  eligibleCountries: string[];
  salary?: { min?: number; max?: number; currency: string; unit: SalaryUnit };
  publishedAt: Date;
  expiresAt?: Date;
  /** Time zone of its dates (IANA); defaults to UTC. */
  timeZone?: string;
  applicationWorkflow: ApplicationWorkflow;
  /** Addresses that are notified of applications, or receive them by email. */
  applicationEmails?: readonly string[];
  applicationLink?: string;
  reference?: string;
  featured: boolean;
  /** Whether it is placed at the top of lists. */
  top?: boolean;
  /** Address on a supported video service. */
  videoUrl?: string;
}

/** Columns of the table `job` that a source provides, by name, as JSON values. */
export type JobRow = ReturnType<typeof toJobRow>;

export function toJobRow(job: JobToSave) {
  const row = {
    organization_id: job.organizationId,
    source: job.source,
    source_key: job.sourceKey,
    title: job.title,
    language: job.language,
    description: job.description,
    state: job.state,
    employment_type_tids: job.employmentTypeTids,
    industry_tids: job.industryTids,
    occupation_tids: job.occupationTids,
    experience_tid: job.experienceTid ?? null,
    remote_tid: job.remoteTid ?? null,
    degree_tid: job.degreeTid ?? null,
    skills: job.skills,
    benefit_tids: job.benefitTids,
    eligible_countries: job.eligibleCountries,
    salary_min: job.salary?.min ?? null,
    salary_max: job.salary?.max ?? null,
    salary_currency: job.salary?.currency ?? null,
    salary_unit: job.salary?.unit ?? null,
    published_at: job.publishedAt.toISOString(),
    expires_at: job.expiresAt?.toISOString() ?? null,
    time_zone: timeZoneOf(job),
    application_workflow: job.applicationWorkflow,
    application_email: job.applicationEmails?.[0] ?? null,
    application_link: job.applicationLink ?? null,
    reference: job.reference ?? null,
    featured: job.featured,
    top: job.top ?? false,
    video_url: job.videoUrl ?? null,
    ...addressRow(job.address),
  };
  const application_emails = several(job.applicationEmails ?? []);
  // A single address does not change the hash: otherwise an update of the software would rewrite every imported job.
  const hashed = application_emails.length > 0 ? { ...row, application_emails } : row;
  return { ...row, application_emails, content_hash: hashOf(hashed) };
}

/** A single address is stored in a column of its own. */
function several(emails: readonly string[]): string[] {
  return emails.length > 1 ? [...emails] : [];
}

/** @returns the addresses that a stored job names */
export function applicationEmailsOf(job: { application_email: string | null; application_emails: string[] }): string[] {
  if (job.application_emails.length > 0) return job.application_emails;
  return job.application_email === null ? [] : [job.application_email];
}

function hashOf(row: Record<string, unknown>): string {
  return createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22);
}
