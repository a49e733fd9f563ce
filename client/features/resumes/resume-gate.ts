import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import type { PageRequest, Viewer } from '#contract/pages/page-request.js';
import { translator } from '#shared/text/translator.js';
import type { PageData } from '../../lib/page-data';
import { hasRole } from '../../lib/viewer-page';

/** Why somebody is told about the search instead of searching: nobody is logged in, who is has another role, or waits to be approved. */
export type GateReason = 'anonymous' | 'otherRole' | 'unapproved';

export interface GateData extends PageData {
  gate: GateReason;
  /** Where somebody wanted to go: for after logging in. */
  destination: string;
}

const FORBIDDEN = 403;

/** As the backend decides; it does so again for every question. @returns undefined: they may search */
export function gateOf(viewer: Viewer | null): GateReason | undefined {
  if (!viewer) return 'anonymous';
  if ((['administrator', 'site_admin', 'job_editor'] as const).some((role) => hasRole(viewer, role))) return undefined;
  if (!hasRole(viewer, 'recruiter')) return 'otherRole';
  return viewer.user.isUserApprovedAndVerified ? undefined : 'unapproved';
}

/** The page in the place of resumes; none of them is in it. Whoever is known and not allowed is told so by the status as well. */
export function gatePage(request: PageRequest, gate: GateReason): GateData {
  const { locale, messages, href, path, query } = request;
  if (gate !== 'anonymous') request.respond({ status: FORBIDDEN });
  const text = query.toString();
  const title = translator(locale, messages)('resumes.gate.title');
  return { head: { title, robots: 'noindex' }, gate, destination: href(path) + (text && `?${text}`) };
}

/** Whether the backend has refused to show something to who asked. */
export function isRefusal({ errors }: Pick<GraphqlFailure, 'errors'>): boolean {
  const codes: unknown[] = [GRAPHQL_ERROR_CODES.unauthenticated, GRAPHQL_ERROR_CODES.forbidden];
  return errors?.some(({ extensions }) => codes.includes(extensions?.code)) ?? false;
}
