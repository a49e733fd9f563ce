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
  loading: boolean;
  /** What the server says of why there is none, readable and without markup; null: nothing went wrong. */
  error: readonly string[] | null;
}

export type CreditBalance = CreditBalanceQuery['creditBalance'][number];
export type Subscription = GetSubscriptionsQuery['getSubscriptions']['subscriptions'][number];

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
  credits: Loadable<readonly CreditBalance[]>;
  /** `total`: of all, `data` may be a part of them. */
  subscriptions: Loadable<readonly Subscription[]> & { total: number };
}

/** What was not asked for, or has nothing in it. */
export function nothing(): Loadable<never[]> {
  return { data: [], loading: false, error: null };
}

export function userOf(viewer: Viewer | null): CurrentUser {
  return {
    user: viewer?.user ?? null,
    authenticated: viewer !== null,
    masqueraded: viewer?.masqueraded ?? false,
    isAskedForConsent: viewer !== null && !viewer.masqueraded,
    consents: nothing(),
    currentOrganizationProfile: null,
    updatableOrganizationProfiles: [],
    credits: nothing(),
    subscriptions: { ...nothing(), total: 0 },
  };
}

export const CurrentUserContext = createContext<CurrentUser>(userOf(null));

/** Nobody, where no one is logged in. */
export function useUser(): CurrentUser {
  return use(CurrentUserContext);
}
