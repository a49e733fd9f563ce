import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicSite } from '../../../contract/public-site.js';
import type { SessionExtra } from '../session/session-writer.js';
import type { ErrorCode } from './error-codes.js';

/** How signing in went. */
export type SignInOutcome =
  | { ok: true; jwt: string; extra?: SessionExtra }
  /** `retryAfterSeconds`: too many tries. */
  | { ok: false; error: ErrorCode; retryAfterSeconds?: number };

/** What a provider has to know of a request. */
export interface ProviderCall {
  request: FastifyRequest;
  /** Cookies of the flow are set through it. */
  reply: FastifyReply;
  site: PublicSite;
  /** Scheme and host of the site, no slash at the end. */
  origin: string;
}

/** Another site by which people sign in. */
export interface OauthProvider {
  /** As in `/api/auth/callback/{id}`. */
  readonly id: string;
  /** On its button. */
  readonly name: string;
  isOffered(site: PublicSite): boolean;
  /** @returns where to send the browser, absolute; undefined: the provider cannot be asked */
  begin(call: ProviderCall): Promise<string | undefined>;
  /** The browser is back, at `/api/auth/callback/{id}`. */
  finish(call: ProviderCall): Promise<SignInOutcome>;
}

/** The injection token of `readonly OauthProvider[]`. */
export const OAUTH_PROVIDERS = Symbol('OAUTH_PROVIDERS');
