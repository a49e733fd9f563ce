import { Inject, Injectable } from '@nestjs/common';
import { GRAPHQL_ERROR_CODES } from '#contract/backend/errors.js';
import { JwtTokenDocument } from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { LoginTickets } from '../session/login-tickets.js';
import type { CredentialsBody } from './bodies.js';
import type { SignInOutcome } from './provider.js';

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
