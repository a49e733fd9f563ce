import type { Kysely } from 'kysely';
import { isAdmin, isApproved, type Viewer } from '../../platform/graphql/viewer.js';
import type { Database } from '../../platform/database/schema.js';
import type { Refusal } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { hasAccess } from '../staff-access/staff-access.js';

/** Who looks for people: recruiters that are verified and approved, and administration. @returns undefined: they may */
export function refusalOfResumes({ viewer, site }: Pick<RequestContext, 'viewer' | 'site'>): Refusal | undefined {
  if (!viewer) return 'unauthenticated';
  const isRecruiter = viewer.roles.includes('recruiter') && isApproved(viewer, site);
  return isAdmin(viewer) || isRecruiter ? undefined : 'forbidden';
}

/**
 * Whether somebody sees the private fields of a resume: its owner, and administrators who have said why. Recruiters whose contact was
 * approved will be asked for here (ROLE-05).
 */
export async function mayReadPrivateFields(
  database: Kysely<Database>,
  viewer: Viewer,
  resume: { key: string; account_id: string },
  now: Date,
): Promise<boolean> {
  return viewer.accountId === resume.account_id || hasAccess(database, viewer, { kind: 'resume', id: resume.key }, now);
}
