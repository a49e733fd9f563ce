import { isAdmin, type Viewer } from './viewer.js';

/**
 * Who may call an operation. What depends on the record is checked by its resolver as well (`mayActOn`).
 *
 * - `anyone`: anonymous visitors too
 * - `user`: whoever is logged in, an administrator who acts as somebody included
 * - `self`: the same without masquerading; for what only the person themselves may do
 * - `masquerader`: an administrator who acts as somebody
 * - `admin`: administrator, site_admin and job_editor
 * - `employer`: whoever may have to do with jobs of an organization: recruiters and those
 */
export type Audience =
  'anyone' | 'user' | 'self' | 'masquerader' | 'applicant' | 'recruiter' | 'employer' | 'admin' | 'administrator';

/** Audiences whose operations have a viewer. */
export type KnownAudience = Exclude<Audience, 'anyone'>;

export type Refusal = 'unauthenticated' | 'forbidden';

/** @returns undefined: they may. */
export function refusalOf(audience: Audience, viewer: Viewer | null): Refusal | undefined {
  if (audience === 'anyone') return undefined;
  if (!viewer) return 'unauthenticated';
  return isAmong(audience, viewer) ? undefined : 'forbidden';
}

function isAmong(audience: KnownAudience, viewer: Viewer): boolean {
  switch (audience) {
    case 'user':
      return true;
    case 'self':
      return viewer.masqueraderId === undefined;
    case 'masquerader':
      return viewer.masqueraderId !== undefined;
    case 'applicant':
    case 'recruiter':
      return viewer.roles.includes(audience);
    case 'admin':
      return isAdmin(viewer);
    case 'employer':
      return isAdmin(viewer) || viewer.roles.includes('recruiter');
    case 'administrator':
      return viewer.roles.includes('administrator');
  }
}
