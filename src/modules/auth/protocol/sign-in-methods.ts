import type { FastifyReply, FastifyRequest } from 'fastify';
import { Inject, Injectable } from '@nestjs/common';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { JwtTokenDocument } from '#contract/generated/operations.js';
import { type GraphqlFailure, GRAPHQL_ERROR_CODES } from '#contract/backend/graphql-outcome.js';
import type { SessionExtra } from '../session/sessions.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { LoginTickets } from '../session/sealed-tokens.js';
import type { CredentialsBody } from './bodies.js';

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

const REFUSED: SignInOutcome = { ok: false, error: 'CredentialsSignin' };

/**
 * The product's own sign-in methods: email and password, or the result of such a login, which is a login ticket or a jwt of the backend.
 */
@Injectable()
export class Credentials {
  constructor(
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(LoginTickets) private readonly tickets: LoginTickets,
  ) {}

  async signIn(
    { jwt, email, password, anonymousUserToken }: CredentialsBody,
    call: RequestContext,
  ): Promise<SignInOutcome> {
    if (jwt) return { ok: true, jwt: (await this.tickets.open(jwt)) ?? jwt };
    if (!email || !password) return REFUSED;
    const variables = { email, password, anonymousUserToken: anonymousUserToken ?? null };
    const result = await this.client.request(JwtTokenDocument, variables, call);
    if (!result.ok) return outcomeOf(result.failure);
    const { jwt: given } = result.data.JwtToken;
    return given ? { ok: true, jwt: given } : REFUSED;
  }
}

/** An unavailable backend must not be reported as a wrong password. */
function outcomeOf(failure: GraphqlFailure): SignInOutcome {
  if (failure.kind === 'limited')
    return { ok: false, error: 'CredentialsSignin', retryAfterSeconds: failure.retryAfterSeconds };
  const isForbidden = failure.errors?.some(({ extensions }) => extensions?.['code'] === GRAPHQL_ERROR_CODES.forbidden);
  return { ok: false, error: isForbidden ? 'AccessDenied' : 'Callback' };
}
