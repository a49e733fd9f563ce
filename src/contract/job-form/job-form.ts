import type { FieldOverrides } from '../defined-form/defined-form.js';

/** How a job is given: written with the form, as a link to where it is written, or as a file. */
export const JOB_TYPES = ['job_per_template', 'job_per_link', 'job_per_file'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** The steps of the job's form, in their order; the last one shows it as its page will. */
export const JOB_FORM_STEPS = ['job', 'company', 'categories', 'schedule', 'application', 'preview'] as const;
export type JobFormStep = (typeof JOB_FORM_STEPS)[number];

/** What a site decides about jobs and their form. */
export interface JobRules {
  types: readonly JobType[];
  /** Somebody of the site looks at each job before it is published. */
  review: boolean;
  /** For how many days a job is shown, where its form does not say. */
  days: number;
  /** The field `cvDuration` is asked for. */
  cvDuration: boolean;
  /** The field `fieldsOfStudy` is asked for. */
  fieldsOfStudy: boolean;
  fields: FieldOverrides<JobFormStep>;
  /** The zones that a job may be given; asked for where there are several. */
  timeZones?: readonly string[];
}

export const DEFAULT_JOB_RULES: JobRules = {
  types: JOB_TYPES,
  review: false,
  days: 30,
  cvDuration: false,
  fieldsOfStudy: false,
  fields: {},
};
