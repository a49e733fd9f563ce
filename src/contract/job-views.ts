import { JOB_VIEWS_PATH } from './pages/paths.js';

/** How views of jobs are told to the backend; see `signCounts`. */
export const JOB_VIEWS = {
  keyPurpose: 'causeboard job views',
  /** Jobs in one. */
  most: 1000,
} as const;

/** Claims of it beyond those of every JWT. */
export interface JobViewClaims {
  /** By the id of the job. */
  views: Readonly<Record<string, number>>;
}

/** Of a picture of one dot that a job's page shows: who sees the page fetches it, scripts or not, and who fetches the page ahead does not. */
export function jobViewPath(id: string): string {
  return `${JOB_VIEWS_PATH}/${id}.gif`;
}
