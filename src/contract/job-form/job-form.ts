import type { FieldOverrides } from '../defined-form/defined-form.js';

/** URL of the generator of job descriptions (ROLE-08), shared by browser and server. */
export const JOB_DESCRIPTION_PATH = '/api/job-description';

/** Languages in which a description can be written. */
export const DESCRIPTION_LANGUAGES = ['en', 'de', 'fr'] as const;

/** Limit per organization and day in the site's time zone. Failed attempts count too, because the service may have charged for them. */
export const MAX_DESCRIPTIONS_PER_DAY = 30;

/** Format of a job: written in the form, a link to another page, or a file. */
export const JOB_TYPES = ['job_per_template', 'job_per_link', 'job_per_file'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** The steps of the job form in order; the last one is a preview of the job's page. */
export const JOB_FORM_STEPS = ['job', 'company', 'categories', 'schedule', 'application', 'preview'] as const;
export type JobFormStep = (typeof JOB_FORM_STEPS)[number];

/** A site's rules for jobs and their form. */
export interface JobRules {
  types: readonly JobType[];
  /** Whether each job is reviewed before it is published. */
  review: boolean;
  /** For how many days a job is shown if the form contains no end date. */
  days: number;
  /** Whether the form has the field `cvDuration`. */
  cvDuration: boolean;
  /** Whether the form has the field `fieldsOfStudy`. */
  fieldsOfStudy: boolean;
  fields: FieldOverrides<JobFormStep>;
  /** The time zones that a job may have; the form asks for one if there are several. */
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

/** Maximum length of the title by which reviewers find a saved reason. */
export const MAX_REASON_TITLE_LENGTH = 80;
/** Maximum length of a reason for a recruiter, saved or typed. */
export const MAX_REASON_LENGTH = 2000;
/** Maximum number of saved reasons per site: the whole list is shown next to each job. */
export const MAX_SAVED_REASONS = 50;

/**
 * Plain-text fields of a job that are only shown on its page, and are neither searched nor used as filters. They are stored together as
 * JSON; the form, the stored job and the GraphQL type `Job` use this list.
 */
const TEXT_DETAILS = ['availabilityPeriod', 'organizationAssignment'] as const;

export type TextDetail = (typeof TEXT_DETAILS)[number];

/** @returns an object with a value for each of these fields */
export function textDetails<Value>(valueOf: (name: TextDetail) => Value): Record<TextDetail, Value> {
  return Object.fromEntries(TEXT_DETAILS.map((name) => [name, valueOf(name)])) as Record<TextDetail, Value>;
}

export type DescriptionLanguage = (typeof DESCRIPTION_LANGUAGES)[number];

/** Request of a browser. */
export interface JobDescriptionRequest {
  csrfToken: string;
  /** Locale of the page, for messages. */
  locale: string;
  /** Language of the description. */
  language: string;
  /** Id of a saved job. */
  id?: string;
  /** Organization of a new job. */
  organizationId?: string;
  fields: readonly { name: string; values: readonly string[] }[];
}

/** Server-sent events of the response, by event name. */
export interface JobDescriptionEvents {
  /** Update of the sanitized HTML: the first `start` characters of the previous text, followed by `html`. */
  text: { start: number; html: string };
  /** Last event on success. `isCut`: the text is truncated. */
  done: { isCut: boolean };
  /** Last event on failure: why there is no text, or no more of it. */
  failed: { message: string };
}
