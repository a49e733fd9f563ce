import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { SessionExtra } from '../session/session-writer.js';

/** How signing in went. */
export type SignInOutcome =
  /** `callbackUrl`: where to go, when the way in knows better than the cookie. */
  | { ok: true; jwt: string; extra?: SessionExtra; callbackUrl?: string }
  /** The one who is logged in stays so: the other site was connected to their account. */
  | { ok: true; jwt?: undefined; callbackUrl: string }
  /** `retryAfterSeconds`: too many tries. */
  | { ok: false; error: AuthErrorCode; retryAfterSeconds?: number };

/** What a provider has to know of a request. */
export interface ProviderContext {
  request: FastifyRequest;
  /** Cookies of the flow are set through it. */
  reply: FastifyReply;
  site: PublicSite;
  /** Scheme and host of the site, no slash at the end. */
  origin: string;
}

/** What a form asks of a way in. */
export interface SignInOptions {
  role?: string;
  /** Of the text that stood beside the button. */
  consentRevisionId?: string;
  anonymousUserToken?: string;
  /** Connect, and log nobody in. */
  link?: boolean;
}

/** Another site by which people sign in. */
export interface OauthProvider {
  /** As in `/callback/{id}` below AUTH_BASE_PATH. */
  readonly id: string;
  /** On its button. */
  readonly name: string;
  isOffered(site: PublicSite): boolean;
  /**
   * @param callbackUrl where to go in the end; absolute, of this site
   * @returns where to send the browser, absolute; undefined: the provider cannot be asked
   */
  begin(call: ProviderContext, callbackUrl: string, options: SignInOptions): Promise<string | undefined>;
  /** The browser is back, at `/callback/{id}` below AUTH_BASE_PATH. */
  finish(call: ProviderContext): Promise<SignInOutcome>;
}

/** The injection token of `readonly OauthProvider[]`. */
export const OAUTH_PROVIDERS = Symbol('OAUTH_PROVIDERS');
