import type { ColumnType, Generated } from 'kysely';
import type { JobType } from '#contract/job-form/job-form.js';
import type { TextDetail } from '#contract/job-form/text-details.js';

export type { JobType };

/** What only the job's page shows of it. */
export interface JobDetails extends Partial<Record<TextDetail, string>> {
  linkUrl?: string;
  /** Its id, and what it is called. */
  file?: { id: string; name: string };
  fieldOfStudyTids?: number[];
  languageTids?: number[];
  /** In the words of the employer. */
  languagesFree?: string[];
  salaryRangeTid?: number;
  /** For how many days the files of an application are kept. */
  cvDuration?: number;
  /** That was chosen; missing: that of its place. */
  timeZone?: string;
}

/** What a job's form holds and its page does not show. */
export interface JobDraftTable {
  job_id: number;
  version: Generated<number>;
  /** By field, as it was typed. */
  fields: ColumnType<Record<string, string[]>, string, string>;
  changed_by: string | null;
  changed_at: Date;
}

export interface JobEventTable {
  id: Generated<number>;
  job_id: number;
  at: Date;
  actor_id: string | null;
  step: string;
  from_state: string | null;
  to_state: string;
  reason: string | null;
}

/** How often an organization has had descriptions generated on one day, the last on which it did. */
export interface JobDescriptionUseTable {
  organization_id: number;
  /** `2026-11-23` */
  day: string;
  uses: number;
}

/** Beside the job: counting changes nothing that pages show. */
export interface JobViewsTable {
  job_id: number;
  views: number;
  /** How often the form was opened that applies for it. */
  started: Generated<number>;
}

/** What visitors told the operators of a site about a job. */
export interface JobReportTable {
  id: Generated<string>;
  site: string;
  job_id: number;
  reason: string;
  body: string;
  email: string | null;
  created_at: Date;
}

/** Reasons for sending jobs back that reviewers of a site have saved. */
export interface ReviewReasonTable {
  id: Generated<number>;
  site: string;
  title: string;
  text: string;
  changed_at: Date;
}
