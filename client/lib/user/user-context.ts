import { createContext, use } from 'react';
import type {
  CreditBalanceQuery,
  GetSubscriptionsQuery,
  OrganizationListingFragment,
} from '#contract/generated/operations.js';
import type { Viewer } from '#contract/pages/page-request.js';

/** Loadable data: `data` is empty until it is loaded. */
export interface Loadable<Data> {
  data: Data;
  /** The data was not requested yet: the component that shows it loads it in the browser. */
  loading: boolean;
  /** Reasons of the server why there is no data, readable and without markup; null without an error. */
  error: readonly string[] | null;
}

export type CreditBalance = CreditBalanceQuery['creditBalance'][number];
export type Subscription = GetSubscriptionsQuery['getSubscriptions']['subscriptions'][number];

export type Credits = Loadable<readonly CreditBalance[]>;
/** `total`: number of all subscriptions; `data` may contain only some of them. */
export type Subscriptions = Loadable<readonly Subscription[]> & { total: number };

/**
 * The list entry of the specification; the additional properties are undefined if the backend does not provide them.
 */
export type OwnOrganization = OrganizationListingFragment & { openJobs?: number; isPublic?: boolean };

/** A text that the user has accepted. */
export interface Consent {
  id: string;
  mail: string;
  infoId: string;
  infoRevisionId: string;
}

/**
 * The user of the page and their data (AUTH-19), for pages on the server and for islands. Pages load the parts that
 * they need.
 */
export interface CurrentUser {
  user: Viewer['user'] | null;
  authenticated: boolean;
  /** Whether an administrator is acting as this user. */
  masqueraded: boolean;
  /**
   * Whether the consent prompt may be shown: never for anonymous visitors (ROLE-06), and not while another user acts as
   * them.
   */
  isAskedForConsent: boolean;
  consents: Loadable<readonly Consent[]>;
  /** The profile of the organization for which the user acts. */
  currentOrganizationProfile: OwnOrganization | null;
  updatableOrganizationProfiles: readonly OwnOrganization[];
  credits: Credits;
  subscriptions: Subscriptions;
}

/** Maximum number of subscriptions that are requested; `total` is the number of all. */
export const MAX_SUBSCRIPTIONS = 100;

const ID = /^[1-9]\d*$/;

/** Loaded data without content. */
export function nothing(): Loadable<never[]> {
  return { data: [], loading: false, error: null };
}

/**
 * @returns the organization for which a recruiter acts, whose credits and subscriptions are requested (ROLE-04);
 * undefined for all other users, and without a valid id
 */
export function entitledOrganization(user: Viewer['user'] | null): string | undefined {
  if (!user?.roles.some(({ targetId }) => targetId === 'recruiter')) return undefined;
  const id = user.activeOrganization?.id;
  return id !== undefined && ID.test(id) ? id : undefined;
}

/** The user before any part was loaded. @param has the site's features */
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

/** The user of the page; an anonymous one if nobody is logged in. */
export function useUser(): CurrentUser {
  return use(CurrentUserContext);
}
