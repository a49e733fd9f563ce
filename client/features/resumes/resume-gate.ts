import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { PageRequest, Viewer } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from '../../lib/page-data';
import { hasRole } from '../../lib/viewer-page';

/**
 * Reason why the visitor sees information about the search instead of the search: they are not logged in, have another
 * role, or are not approved yet.
 */
export type GateReason = 'anonymous' | 'otherRole' | 'unapproved';

export interface GateData extends PageData {
  gate: GateReason;
  /** The address that the visitor requested, for the redirect after login. */
  destination: string;
}

const FORBIDDEN = 403;

/**
 * Makes the same decision as the backend, which checks every query again.
 *
 * @returns undefined if the visitor may search
 */
export function gateOf(viewer: Viewer | null): GateReason | undefined {
  if (!viewer) return 'anonymous';
  if ((['administrator', 'site_admin', 'job_editor'] as const).some((role) => hasRole(viewer, role))) return undefined;
  if (!hasRole(viewer, 'recruiter')) return 'otherRole';
  return viewer.user.isUserApprovedAndVerified ? undefined : 'unapproved';
}

/**
 * The page that replaces resumes; it contains none of them. For a logged-in user without permission, the status says so
 * as well.
 */
export function gatePage(request: PageRequest, gate: GateReason): GateData {
  const { locale, messages, href, path, query } = request;
  if (gate !== 'anonymous') request.respond({ status: FORBIDDEN });
  const text = query.toString();
  const title = translator(locale, messages)('resumes.gate.title');
  return { head: { title, robots: 'noindex' }, gate, destination: href(path) + (text && `?${text}`) };
}

/** Whether the backend has denied access. */
export function isRefusal({ errors }: Pick<GraphqlFailure, 'errors'>): boolean {
  const codes: unknown[] = [GRAPHQL_ERROR_CODES.unauthenticated, GRAPHQL_ERROR_CODES.forbidden];
  return errors?.some(({ extensions }) => codes.includes(extensions?.code)) ?? false;
}
