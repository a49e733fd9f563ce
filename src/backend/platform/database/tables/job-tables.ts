import type { ColumnType, Generated } from 'kysely';
import type { JobType, TextDetail } from '#contract/job-form/job-form.js';

export type { JobType };

/** Details of a job that only its page shows. */
export interface JobDetails extends Partial<Record<TextDetail, string>> {
  linkUrl?: string;
  /** Id and name of the file. */
  file?: { id: string; name: string };
  fieldOfStudyTids?: number[];
  languageTids?: number[];
  /** Languages in free text of the employer. */
  languagesFree?: string[];
  salaryRangeTid?: number;
  /** Number of days for which the files of an application are kept. */
  cvDuration?: number;
  /** Selected time zone; missing for the time zone of the job's location. */
  timeZone?: string;
}

/** Form values of a job that its page does not show. */
export interface JobDraftTable {
  job_id: number;
  version: Generated<number>;
  /** Values by field, as typed. */
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

/** Number of descriptions an organization has generated on the last day it used the feature. */
export interface JobDescriptionUseTable {
  organization_id: number;
  /** For example `2026-11-23`. */
  day: string;
  uses: number;
}

/** Stored apart from the job: counting a view does not change any page. */
export interface JobViewsTable {
  job_id: number;
  views: number;
  /** Number of times the application form of the job was opened. */
  started: Generated<number>;
}

/** Reports of visitors about a job to the operators of a site. */
export interface JobReportTable {
  id: Generated<string>;
  site: string;
  job_id: number;
  reason: string;
  body: string;
  email: string | null;
  created_at: Date;
}

/** Saved reasons of a site's reviewers for rejecting jobs. */
export interface ReviewReasonTable {
  id: Generated<number>;
  site: string;
  title: string;
  text: string;
  changed_at: Date;
}
