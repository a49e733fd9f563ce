import type { RoleName } from '../../contract/generated/resolvers.js';

/** Who a request is made for: the account that the session of its token belongs to. */
export interface Viewer {
  accountId: string;
  sessionId: string;
  email: string;
  roles: readonly RoleName[];
  /** By the id of the organization. */
  memberships: ReadonlyMap<number, Membership>;
  isVerified: boolean;
  /** The administrator who acts as this account. */
  masqueraderId: string | undefined;
}

export type Membership = 'owner' | 'editor';

const ADMINS: readonly RoleName[] = ['administrator', 'site_admin', 'job_editor'];

/** Specification point 6 (ROLE-01). */
export function isAdmin({ roles }: Pick<Viewer, 'roles'>): boolean {
  return roles.some((role) => ADMINS.includes(role));
}
