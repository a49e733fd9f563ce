import { JOB_VIEWS_PATH } from './pages/paths.js';

/** How views of jobs are told to the backend; see `signCounts`. */
export const JOB_VIEWS = {
  keyPurpose: 'causeboard job views',
  /** Jobs in one. */
  most: 1000,
} as const;

/**
 * By which way people come to a job, as far as it is counted (decision 132): the search of the site, another job, another page of the site, a
 * mail of the site, another website, or an address that was typed or opened from a program.
 */
export const VIEW_SOURCES = ['search', 'related', 'site', 'mail', 'elsewhere', 'direct'] as const;
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** What was counted of one job: how often its form was opened, and its views by source, as far as that is known. */
export type JobTally = Partial<Record<'started' | ViewSource, number>>;

/** Claims of it beyond those of every JWT. */
export interface JobViewClaims {
  /** By the id of the job. */
  views: Readonly<Record<string, number>>;
  /** The same; missing: of a web tier that does not count it. */
  tallies?: Readonly<Record<string, JobTally>>;
}

/** Of a picture of one dot that a job's page shows: who sees the page fetches it, scripts or not, and who fetches the page ahead does not. */
export function jobViewPath(id: string): string {
  return `${JOB_VIEWS_PATH}/${id}.gif`;
}

/** The same on the page of the form that applies for a job. */
export function jobStartPath(id: string): string {
  return `${JOB_VIEWS_PATH}/${id}-apply.gif`;
}

/** In links to jobs of mails, so that it is known that people come from there. */
export const MAIL_QUERY = 'utm_source=job-alert&utm_medium=email';

/** For how many weeks an employer is shown how often a job was seen, this week included. */
export const SHOWN_WEEKS = 12;
