import {
  CreditBalanceDocument,
  GetSubscriptionsDocument,
  OwnOrganizationStatesDocument,
  UpdatableOrganizationProfilesDocument,
  type TypedDocumentString,
  OwnRecruiterApprovalDocument,
  type RecruiterApprovalState,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { sanitizeMessage } from '#shared/text/sanitize-message.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { hasRole, type ViewerRequest } from '../viewer-page';
import {
  type Credits,
  type CurrentUser,
  entitledOrganization,
  MAX_SUBSCRIPTIONS,
  nothing,
  type Subscriptions,
  userOf,
} from './user-context';

/** Parts of the context that require a query to the backend. */
type UserPart = 'organizations' | 'credits' | 'subscriptions';

type Asking = Pick<PageRequest, 'viewer' | 'site' | 'graphql'>;

/**
 * Loads the parts of the user context that a page needs. Only parts that apply to the user's roles and the site are
 * requested (ROLE-04).
 */
export async function loadUser(request: Asking, parts: readonly UserPart[]): Promise<CurrentUser> {
  const { viewer, site } = request;
  const user = userOf(viewer, site.features);
  if (!viewer || !hasRole(viewer, 'recruiter')) return user;
  const organizationId = entitledOrganization(viewer.user);
  const has = (part: UserPart) => parts.includes(part);
  const [organizations, credits, subscriptions] = await Promise.all([
    has('organizations') ? loadOrganizations(request) : [],
    has('credits') && organizationId ? loadCredits(request, organizationId) : user.credits,
    has('subscriptions') && site.features.subscriptions && organizationId
      ? loadSubscriptions(request, organizationId)
      : user.subscriptions,
  ]);
  const current = organizations.find(({ id }) => id === organizationId) ?? null;
  return {
    ...user,
    currentOrganizationProfile: current,
    updatableOrganizationProfiles: organizations,
    credits,
    subscriptions,
  };
}

async function loadOrganizations(request: Asking): Promise<CurrentUser['updatableOrganizationProfiles']> {
  const [answer, more] = await Promise.all([
    request.graphql(UpdatableOrganizationProfilesDocument, {}),
    request.graphql(OwnOrganizationStatesDocument, {}),
  ]);
  if (!answer.ok) return [];
  const states = new Map((more.ok ? more.data.updatableOrganizationProfiles : []).map((state) => [state.id, state]));
  return answer.data.updatableOrganizationProfiles.map((profile) => ({ ...profile, ...states.get(profile.id) }));
}

async function loadCredits(request: Asking, organizationId: string): Promise<Credits> {
  const answer = await askPart(request, CreditBalanceDocument, { organizationId });
  return answer.ok ? { ...nothing(), data: answer.data.creditBalance } : { ...nothing(), error: answer.messages };
}

async function loadSubscriptions(request: Asking, organizationId: string): Promise<Subscriptions> {
  const answer = await askPart(request, GetSubscriptionsDocument, { organizationId, limit: MAX_SUBSCRIPTIONS });
  if (!answer.ok) return { ...nothing(), total: 0, error: answer.messages };
  const { subscriptions, total, errors } = answer.data.getSubscriptions;
  const error = errors.length > 0 ? errors.map(({ message }) => sanitizeMessage(decodedMessage(message))) : null;
  return { data: subscriptions, total, loading: false, error };
}

/**
 * Requests a part of a page without which the rest works.
 *
 * @returns on failure, the server's errors as filtered HTML, without technical ones, which are not for visitors.
 * `isUnsupported`: the backend does not support the part
 */
export async function askPart<Data, Variables>(
  request: Pick<Asking, 'graphql'>,
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<{ ok: true; data: Data } | { ok: false; messages: string[]; isUnsupported: boolean }> {
  const answer = await request.graphql(document, variables);
  if (answer.ok && !answer.errors) return answer;
  const errors = answer.ok ? answer.errors : answer.failure.errors;
  return {
    ok: false,
    messages: (errors ?? []).map(({ message }) => sanitizeMessage(decodedMessage(message))),
    isUnsupported: !answer.ok && isUnsupported(answer.failure),
  };
}

/**
 * State of a recruiter's approval. Queries the backend only if the site requires approval and this recruiter is not
 * approved.
 *
 * @returns undefined if they are approved, need no approval, or if it is currently unavailable
 */
export async function loadRecruiterApproval(request: ViewerRequest): Promise<RecruiterApprovalState | undefined> {
  const { site, viewer } = request;
  if (!site.features.recruiterApproval || !hasRole(viewer, 'recruiter')) return undefined;
  if (viewer.user.isUserApprovedAndVerified || !viewer.user.emailVerified) return undefined;
  const answer = await request.graphql(OwnRecruiterApprovalDocument, {});
  return answer.ok ? (answer.data.ownRecruiterApproval?.state ?? undefined) : undefined;
}
