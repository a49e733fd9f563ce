import type { RoleName } from '../generated/operations.js';

/** All roles that an account can have, in the order in which they are listed. */
export const ROLE_NAMES: readonly RoleName[] = ['applicant', 'recruiter', 'job_editor', 'site_admin', 'administrator'];

/** Roles of people who work for the site (ROLE-01). */
export const ADMINISTRATION_ROLES: readonly RoleName[] = ['administrator', 'site_admin', 'job_editor'];
