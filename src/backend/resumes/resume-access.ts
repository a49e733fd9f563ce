import { isAdmin, type Viewer } from '../accounts/viewer.js';
import type { Refusal } from '../graphql/audience.js';

/** Who looks for people: recruiters that are verified and approved, and administration. @returns undefined: they may */
export function refusalOfResumes(viewer: Viewer | null): Refusal | undefined {
  if (!viewer) return 'unauthenticated';
  return isAdmin(viewer) || isApprovedRecruiter(viewer) ? undefined : 'forbidden';
}

/** Whether somebody sees the private fields of a resume. Recruiters whose contact was approved will be asked for here (ROLE-05). */
export function mayReadPrivateFields(viewer: Viewer, ownerId: string): boolean {
  return viewer.accountId === ownerId || isAdmin(viewer);
}

function isApprovedRecruiter({ roles, profile }: Viewer): boolean {
  return roles.includes('recruiter') && profile.emailVerified !== null && profile.approvedAt !== null;
}
