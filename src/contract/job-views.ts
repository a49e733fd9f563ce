import { JOB_VIEWS_PATH } from './pages/paths.js';

/**
 * How the web tier tells the backend how often jobs were seen: a JWT that holds the numbers, signed by a key that is derived (HKDF) from the
 * secret they share, taken once. Nobody else can count anything up.
 */
export const JOB_VIEWS = {
  algorithm: 'HS256',
  issuer: 'causeboard-web',
  keyPurpose: 'causeboard job views',
  seconds: 60,
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
