import { JOB_VIEWS_PATH } from './pages/paths.js';
import { type ViewSource, withSource } from './view-source.js';

/** How views of jobs are told to the backend; see `signCounts`. */
export const JOB_VIEWS = {
  keyPurpose: 'causeboard job views',
  /** Jobs in one. */
  most: 1000,
} as const;

/** What was counted of one job: its views by source, and how often its form was opened, in all and by source, as far as that is known. */
export type JobTally = Partial<Record<'started' | ViewSource | `started_${ViewSource}`, number>>;

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

/** The same on the page of the form that applies for a job, with the source by which somebody came to the job, where it is known. */
export function jobStartPath(id: string, source?: ViewSource): string {
  return withSource(`${JOB_VIEWS_PATH}/${id}-apply.gif`, source);
}

/** In links to jobs of mails, so that it is known that people come from there. */
export const MAIL_QUERY = 'utm_source=job-alert&utm_medium=email';

/** For how many weeks an employer is shown how often a job was seen, this week included. */
export const SHOWN_WEEKS = 12;
