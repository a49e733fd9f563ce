import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { SessionExtra } from '../session/session-writer.js';

/** Result of a sign-in. */
export type SignInOutcome =
  /** `callbackUrl`: the final address, if the provider knows a better one than the cookie. */
  | { ok: true; jwt: string; extra?: SessionExtra; callbackUrl?: string }
  /** The current session stays: the provider was connected to the account of the logged-in user. */
  | { ok: true; jwt?: undefined; callbackUrl: string }
  /** `retryAfterSeconds` is set after too many attempts. */
  | { ok: false; error: AuthErrorCode; retryAfterSeconds?: number };

/** The parts of a request that a provider needs. */
export interface ProviderContext {
  request: FastifyRequest;
  /** The cookies of the flow are set through it. */
  reply: FastifyReply;
  site: PublicSite;
  /** Scheme and host of the site, without a trailing slash. */
  origin: string;
}

/** Options that a form can send for a sign-in. */
export interface SignInOptions {
  role?: string;
  /** Revision of the consent text next to the button. */
  consentRevisionId?: string;
  anonymousUserToken?: string;
  /** Whether to connect the provider to the account instead of logging in. */
  link?: boolean;
}

/** A service with which people sign in. */
export interface OauthProvider {
  /** Id in `/callback/{id}`, relative to AUTH_BASE_PATH. */
  readonly id: string;
  /** Name on its button. */
  readonly name: string;
  isOffered(site: PublicSite): boolean;
  /**
   * @param callbackUrl final address after signing in; an absolute URL of this site
   * @returns the absolute URL to send the browser to; undefined if the provider cannot be used
   */
  begin(call: ProviderContext, callbackUrl: string, options: SignInOptions): Promise<string | undefined>;
  /** Handles the return of the browser at `/callback/{id}`, relative to AUTH_BASE_PATH. */
  finish(call: ProviderContext): Promise<SignInOutcome>;
}

/** The injection token of `readonly OauthProvider[]`. */
export const OAUTH_PROVIDERS = Symbol('OAUTH_PROVIDERS');
