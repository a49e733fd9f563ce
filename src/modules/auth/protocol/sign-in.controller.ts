import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendRedirect } from '../../../common/send-redirect.js';
import { bodyOf } from '../../../common/request-body.js';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import { DASHBOARD_PATH, LOGIN_PATH } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import type { Href } from '#contract/pages/route-names.js';
import { afterSocialLogin } from '#contract/view-source.js';
import { addressesOf, splitLocale } from '../../routing/index.js';
import { SessionWriter } from '../session/sessions.js';
import { CredentialsBody, ProtocolBody, SignInBody } from './bodies.js';
import { safeCallbackUrl } from '#contract/pages/callback-url.js';
import { answer, ProtocolCalls } from './protocol-call.js';
import { OAUTH_PROVIDERS, type OauthProvider, type SignInOutcome, Credentials } from './sign-in-methods.js';

const CREDENTIALS = 'credentials';
/** HTTP status of a refusal, if it is not 401. */
const STATUS: Partial<Record<AuthErrorCode, number>> = { AccessDenied: 403, Callback: 503, Configuration: 500 };
const TOO_MANY = 429;

/** Endpoints for logging in and out. Open to everyone; forms need the visitor's CSRF token. */
@Controller()
export class SignInController {
  constructor(
    @Inject(ProtocolCalls) private readonly calls: ProtocolCalls,
    @Inject(Credentials) private readonly credentials: Credentials,
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(OAUTH_PROVIDERS) private readonly oauthProviders: readonly OauthProvider[],
  ) {}

  @Get('providers')
  @Header('Cache-Control', 'private, no-cache, no-store')
  providers(@Req() request: FastifyRequest): Record<string, object> {
    const listed = (id: string, name: string, type: string) => ({
      id,
      name,
      type,
      signinUrl: this.calls.address(request, `/signin/${id}`),
      callbackUrl: this.calls.address(request, `/callback/${id}`),
    });
    const social = this.offered(request).map(({ id, name }) => [id, listed(id, name, 'oauth')] as const);
    return { [CREDENTIALS]: listed(CREDENTIALS, 'Credentials', 'credentials'), ...Object.fromEntries(social) };
  }

  /**
   * Redirects to the product's login page, in the language of the page from which the user comes. If a login at a provider failed, only the
   * cookie of that login knows the page.
   */
  @Get(['signin', 'signin/:provider'])
  signInPage(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Query() query: Record<string, unknown>,
  ): void {
    const wanted = typeof query['callbackUrl'] === 'string' ? query['callbackUrl'] : undefined;
    const { error } = query;
    const callbackUrl =
      error === undefined
        ? safeCallbackUrl(wanted, this.calls.origin(request))
        : this.calls.callbackUrl(request, reply, wanted);
    const search = new URLSearchParams({
      callbackUrl,
      ...(typeof error === 'string' ? { error: error.slice(0, 100) } : {}),
    });
    void reply.header('cache-control', 'private, no-store');
    sendRedirect(reply, 302, hrefAt(callbackUrl, this.calls.site(request))(`${LOGIN_PATH}?${search.toString()}`));
  }

  /** Redirects the browser to a provider. */
  @Post('signin/:provider')
  async begin(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('provider') id: string,
    @Body(bodyOf(SignInBody)) body: SignInBody,
  ): Promise<void> {
    const { csrfToken, callbackUrl, json, role, consentRevisionId, anonymousUserToken, link, csrfAccount } = body;
    // Only a page of the account itself may connect a service to it.
    const isOfAnother = link === 'on' && (await this.calls.isOfAnother(request, csrfAccount));
    if (isOfAnother || !this.calls.isOwn(request, csrfToken)) {
      this.refuseForeign(request, reply, json);
      return;
    }
    const stored = this.calls.callbackUrl(request, reply, callbackUrl ?? DASHBOARD_PATH);
    const provider = this.offered(request).find((each) => each.id === id);
    if (!provider) {
      answer(reply, json, this.calls.address(request, '/signin', { callbackUrl: stored }));
      return;
    }
    const { site, origin } = this.about(request);
    const options = { role, consentRevisionId, anonymousUserToken, link: link === 'on' };
    const url = await provider.begin({ request, reply, site, origin }, stored, options);
    answer(reply, json, url ?? this.calls.address(request, '/error', { error: 'OAuthSignin' }));
  }

  @Post(`callback/${CREDENTIALS}`)
  async signIn(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body(bodyOf(CredentialsBody)) body: CredentialsBody,
  ): Promise<void> {
    const { csrfToken, callbackUrl, json } = body;
    if (!this.calls.isOwn(request, csrfToken)) {
      this.refuseForeign(request, reply, json);
      return;
    }
    const target = this.calls.callbackUrl(request, reply, callbackUrl);
    const outcome = await this.logIn(request, reply, await this.credentials.signIn(body, this.calls.context(request)));
    if (outcome.ok) {
      answer(reply, json, target);
      return;
    }
    const { error, retryAfterSeconds } = outcome;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds));
    const status = retryAfterSeconds === undefined ? (STATUS[error] ?? 401) : TOO_MANY;
    answer(reply, json, this.calls.address(request, '/error', { error, provider: CREDENTIALS }), status);
  }

  /** Handles the return of the browser from a provider. */
  @Get('callback/:provider')
  async finish(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('provider') id: string,
  ): Promise<void> {
    const target = this.calls.callbackUrl(request, reply, undefined);
    const provider = this.offered(request).find((each) => each.id === id);
    if (!provider) {
      answer(reply, undefined, this.calls.address(request, '/signin', { callbackUrl: target }));
      return;
    }
    const { site, origin } = this.about(request);
    const outcome = await this.logIn(request, reply, await provider.finish({ request, reply, site, origin }));
    if (outcome.ok) {
      answer(reply, undefined, afterSocialLogin(outcome.callbackUrl ?? target, site));
      return;
    }
    answer(reply, undefined, this.calls.address(request, '/error', { error: outcome.error, provider: id }));
  }

  @Post('signout')
  @HttpCode(200)
  async signOut(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Body(bodyOf(ProtocolBody)) { csrfToken, callbackUrl, json }: ProtocolBody,
  ): Promise<void> {
    if (!this.calls.isOwn(request, csrfToken)) {
      this.refuseForeign(request, reply, json);
      return;
    }
    const target = this.calls.callbackUrl(request, reply, callbackUrl);
    await this.sessions.signOut(request, reply);
    answer(reply, json, target);
  }

  /** Starts the session after a successful login, if the backend accepts the JWT. */
  private async logIn(request: FastifyRequest, reply: FastifyReply, outcome: SignInOutcome): Promise<SignInOutcome> {
    if (!outcome.ok || outcome.jwt === undefined) return outcome;
    const visitor = await this.sessions.signIn(request, reply, outcome.jwt, outcome.extra);
    if (visitor.kind === 'known') return outcome;
    return { ok: false, error: visitor.kind === 'unknown' ? 'Callback' : 'CredentialsSignin' };
  }

  /** Refuses a request without a valid CSRF token. The client reads the error from the address (contracts §4). */
  private refuseForeign(request: FastifyRequest, reply: FastifyReply, json: string | undefined): void {
    answer(reply, json, this.calls.address(request, '/signin', { csrf: 'true', error: 'MissingCSRF' }), 403);
  }

  private offered(request: FastifyRequest): OauthProvider[] {
    const site = this.calls.site(request);
    return this.oauthProviders.filter((provider) => provider.isOffered(site));
  }

  private about(request: FastifyRequest): { site: PublicSite; origin: string } {
    return { site: this.calls.site(request), origin: this.calls.origin(request) };
  }
}

/** @returns a function that localizes links like the address */
function hrefAt(address: string, site: PublicSite): Href {
  return addressesOf(site, splitLocale(site, new URL(address).pathname).locale).href;
}
