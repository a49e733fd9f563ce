import { mayActForOrganization, type Viewer } from '../../platform/graphql/viewer.js';
import type { JobActor } from './workflow/job-workflow.js';

/** As whom somebody works on a job of an organization; undefined: they may not. */
export function actorOf(viewer: Viewer, organizationId: number): Exclude<JobActor, 'clock'> | undefined {
  if (!mayActForOrganization(viewer, organizationId)) return undefined;
  const { roles } = viewer;
  for (const role of ['administrator', 'site_admin', 'job_editor'] as const) if (roles.includes(role)) return role;
  return viewer.memberships.get(organizationId)?.role;
}

/** Whose jobs somebody sees: those of the organizations they work for, or of all (`null`). */
export function organizationsOf(viewer: Viewer, isReviewer: boolean): number[] | null {
  return isReviewer ? null : [...viewer.memberships.keys()];
}
