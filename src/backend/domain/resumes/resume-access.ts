import { type Kysely, sql } from 'kysely';
import {
  isAdmin,
  isApproved,
  type Viewer,
  type RequestContext,
  type UserContext,
} from '../../platform/graphql/request-context.js';
import type { Database } from '../../platform/database/schema.js';
import type { Refusal } from '../../platform/graphql/allow.js';
import { hasAccess } from '../staff-access/staff-access.js';

/** Access to resumes: verified and approved recruiters, and administration. @returns undefined if access is allowed */
export function refusalOfResumes({ viewer, site }: Pick<RequestContext, 'viewer' | 'site'>): Refusal | undefined {
  if (!viewer) return 'unauthenticated';
  const isRecruiter = viewer.roles.includes('recruiter') && isApproved(viewer, site);
  return isAdmin(viewer) || isRecruiter ? undefined : 'forbidden';
}

/**
 * Whether the viewer may see the private fields of a resume: its owner, administrators who have given a reason, and recruiters of an
 * organization whose contact the owner has approved (ROLE-05). A recruiter's view is recorded for the owner before the fields are shown.
 */
export async function mayReadPrivateFields(
  database: Kysely<Database>,
  { viewer, site, now }: Pick<UserContext, 'viewer' | 'site' | 'now'>,
  resume: { id: number; key: string; account_id: string; is_findable: boolean },
): Promise<boolean> {
  if (viewer.accountId === resume.account_id) return true;
  if (await hasAccess(database, viewer, { kind: 'resume', id: resume.key }, now)) return true;
  const isRecruiter = viewer.roles.includes('recruiter') && isApproved(viewer, site);
  // The owner has not consented to administrators who act as a recruiter.
  if (!isRecruiter || viewer.masqueraderId !== undefined || !resume.is_findable) return false;
  return recordView(database, { viewer, resumeId: resume.id, now });
}

/** @returns whether there is an approved contact of an organization that the viewer works for */
async function recordView(
  database: Kysely<Database>,
  { viewer, resumeId, now }: { viewer: Viewer; resumeId: number; now: Date },
): Promise<boolean> {
  if (viewer.memberships.size === 0) return false;
  // Repeated calls within a request count as one view.
  const { rows } = await sql<{ contact_id: number }>`
    insert into resume_contact_view (contact_id, account_id, viewed_at)
    select c.id, ${viewer.accountId}::uuid, ${now} from resume_contact c join organization o on o.id = c.organization_id
    where c.resume_id = ${resumeId} and c.organization_id = any(${[...viewer.memberships.keys()]}::bigint[])
      and c.state = 'approved' and o.state <> 'closed'
    order by c.decided_at, c.id limit 1
    on conflict (contact_id, account_id, viewed_at) do update set viewed_at = excluded.viewed_at
    returning contact_id
  `.execute(database);
  return rows.length > 0;
}
