import { createContext, use } from 'react';
import type {
  CreditBalanceQuery,
  GetSubscriptionsQuery,
  OrganizationListingFragment,
} from '#contract/generated/operations.js';
import type { Viewer } from '#contract/pages/page-request.js';

/** Something that is asked for: an empty `data` until it is there. */
export interface Loadable<Data> {
  data: Data;
  /** It was not asked for yet: whatever shows it asks in the browser. */
  loading: boolean;
  /** What the server says of why there is none, readable and without markup; null: nothing went wrong. */
  error: readonly string[] | null;
}

export type CreditBalance = CreditBalanceQuery['creditBalance'][number];
export type Subscription = GetSubscriptionsQuery['getSubscriptions']['subscriptions'][number];

export type Credits = Loadable<readonly CreditBalance[]>;
/** `total`: of all, `data` may be a part of them. */
export type Subscriptions = Loadable<readonly Subscription[]> & { total: number };

/** The list entry of the specification; undefined where the backend does not tell. */
export type OwnOrganization = OrganizationListingFragment & { openJobs?: number; isPublic?: boolean };

/** A text that somebody agreed to. */
export interface Consent {
  id: string;
  mail: string;
  infoId: string;
  infoRevisionId: string;
}

/** Who uses the page and what is theirs (AUTH-19), for pages on the server as for islands. Pages load what they need of it. */
export interface CurrentUser {
  user: Viewer['user'] | null;
  authenticated: boolean;
  /** An administrator acts as this user. */
  masqueraded: boolean;
  /** Whether the consent prompt may ask: anonymous visitors never (ROLE-06), and nobody on behalf of somebody else. */
  isAskedForConsent: boolean;
  consents: Loadable<readonly Consent[]>;
  /** Of the organization that the user acts for. */
  currentOrganizationProfile: OwnOrganization | null;
  updatableOrganizationProfiles: readonly OwnOrganization[];
  credits: Credits;
  subscriptions: Subscriptions;
}

/** So many subscriptions are asked for; their `total` says how many there are. */
export const MAX_SUBSCRIPTIONS = 100;

const ID = /^[1-9]\d*$/;

/** What has nothing in it. */
export function nothing(): Loadable<never[]> {
  return { data: [], loading: false, error: null };
}

/**
 * @returns the organization that a recruiter acts for, which credits and subscriptions are asked for (ROLE-04); undefined for everybody
 * else, and without a valid id
 */
export function entitledOrganization(user: Viewer['user'] | null): string | undefined {
  if (!user?.roles.some(({ targetId }) => targetId === 'recruiter')) return undefined;
  const id = user.activeOrganization?.id;
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** Who somebody is, before anything was asked for. @param has what the site has */
export function userOf(viewer: Viewer | null, has: { subscriptions: boolean }): CurrentUser {
  const isEntitled = entitledOrganization(viewer?.user ?? null) !== undefined;
  return {
    user: viewer?.user ?? null,
    authenticated: viewer !== null,
    masqueraded: viewer?.masqueraded ?? false,
    isAskedForConsent: viewer !== null && !viewer.masqueraded,
    consents: nothing(),
    currentOrganizationProfile: null,
    updatableOrganizationProfiles: [],
    credits: { data: [], error: null, loading: isEntitled },
    subscriptions: { data: [], error: null, total: 0, loading: isEntitled && has.subscriptions },
  };
}

export const CurrentUserContext = createContext<CurrentUser>(userOf(null, { subscriptions: false }));

/** Nobody, where no one is logged in. */
export function useUser(): CurrentUser {
  return use(CurrentUserContext);
}
