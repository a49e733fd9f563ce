import { JOB_VIEWS_PATH } from './pages/paths.js';
import { type ViewSource, withSource } from './view-source.js';

/** Format in which views of jobs are sent to the backend; see `signCounts`. */
export const JOB_VIEWS = {
  keyPurpose: 'causeboard job views',
  /** Maximum number of jobs in one message. */
  most: 1000,
} as const;

/** Counts of one job: views by source, and how often its form was opened, in total and by source, if the source is known. */
export type JobTally = Partial<Record<'started' | ViewSource | `started_${ViewSource}`, number>>;

/** Claims besides the standard JWT claims. */
export interface JobViewClaims {
  /** Number of views by job id. */
  views: Readonly<Record<string, number>>;
  /** Detailed counts by job id; missing if the web tier does not record them. */
  tallies?: Readonly<Record<string, JobTally>>;
}

/**
 * Path of the tracking image on a job's page: it is loaded when a visitor sees the page, with or without scripts, but not by a prefetch.
 */
export function jobViewPath(id: string): string {
  return `${JOB_VIEWS_PATH}/${id}.gif`;
}

/** Path of the tracking image on the page of an application form, with the source that led to the job, if it is known. */
export function jobStartPath(id: string, source?: ViewSource): string {
  return withSource(`${JOB_VIEWS_PATH}/${id}-apply.gif`, source);
}

/** Query for links to jobs in mails, so that visits from mails can be recognized. */
export const MAIL_QUERY = 'utm_source=job-alert&utm_medium=email';

/** Number of weeks for which an employer sees the views of a job, including the current week. */
export const SHOWN_WEEKS = 12;
