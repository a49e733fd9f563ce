import type { RoleName } from '../generated/operations.js';

/** All roles that an account can have, in the order in which they are listed. */
export const ROLE_NAMES: readonly RoleName[] = ['applicant', 'recruiter', 'job_editor', 'site_admin', 'administrator'];

/** Roles of people who work for the site (ROLE-01). */
export const ADMINISTRATION_ROLES: readonly RoleName[] = ['administrator', 'site_admin', 'job_editor'];

/**
 * Minutes for which an administrator who has stated a reason sees private data: enough for one case, and short enough for a shared browser.
 */
export const ACCESS_MINUTES = 30;
export const MAX_ACCESS_REASON_LENGTH = 500;
