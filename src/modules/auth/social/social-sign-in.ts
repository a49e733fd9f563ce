import { createHash, randomBytes } from 'node:crypto';
import { Logger, type Provider } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type SocialSettings, readSocialSettings } from '../../../common/service-settings.js';
import type { AuthErrorCode } from '#contract/accounts/auth-errors.js';
import {
  LinkIdentityDocument,
  LoginWithIdentityDocument,
  type IdentityRefusal,
} from '#contract/generated/operations.js';
import type { GraphqlFailure } from '#contract/backend/graphql-outcome.js';
import { OWN_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import type { PublicSite } from '#contract/pages/public-site.js';
import { SOCIAL_PROVIDERS, type SocialProvider } from '#contract/accounts/social-providers.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { addressesOf, splitLocale } from '../../routing/index.js';
import {
  type OauthProvider,
  type ProviderContext,
  type SignInOutcome,
  type SignInOptions,
  OAUTH_PROVIDERS,
} from '../protocol/sign-in-methods.js';
import { SessionReader } from '../session/sessions.js';
import {
  type FlowState,
  isHandle,
  readFlowState,
  beginningStore,
  returningStore,
  FlowCookies,
  runStrategy,
  type StrategyOutcome,
} from './oauth-flow.js';
import { type ProviderProfile, AssertionSigner } from './provider-identity.js';

/** Time limit for both calls to a provider together, so that the visitor gets a page in time. */
const PROVIDER_LIMIT_MS = 8000;
const HANDLE_BYTES = 32;

export interface SocialParts {
  /** Base path of the session protocol. */
  authPath: string;
  flow: FlowCookies;
  sessions: SessionReader;
  signer: AssertionSigner;
  client: GraphqlClient;
}

/** Sign-in with a provider (AUTH-08). Every outcome leads to a page that explains it. */
export class SocialSignIn implements OauthProvider {
  readonly id: SocialProvider;
  readonly name: string;
  private readonly logger: Logger;

  constructor(
    private readonly settings: SocialSettings,
    private readonly parts: SocialParts,
  ) {
    this.id = settings.provider;
    this.name = SOCIAL_PROVIDERS[settings.provider];
    this.logger = new Logger(`Login with ${this.name}`);
  }

  isOffered({ socialLogin }: PublicSite): boolean {
    return socialLogin.providers.includes(this.id);
  }

  async begin(call: ProviderContext, callbackUrl: string, options: SignInOptions): Promise<string | undefined> {
    const { request, reply, site } = call;
    const { anonymousUserToken: visitorToken, link: isLink, consentRevisionId } = options;
    const link = isLink ? await this.sessionOf(request) : undefined;
    if (isLink && link === undefined) return undefined;
    const role = roleFor(site, options.role);
    const handle = randomBytes(HANDLE_BYTES).toString('base64url');
    const began = { callbackUrl, role, consentRevisionId, visitorToken, link };
    const state: FlowState = { handle, provider: this.id, ...began };
    const store = beginningStore(handle, async (verifier) => {
      await this.parts.flow.set(request, reply, 'state', JSON.stringify(state));
      if (verifier) await this.parts.flow.set(request, reply, 'pkce', verifier);
    });
    const outcome = await this.run(call, {}, store);
    if (outcome.kind === 'redirect') return outcome.url;
    if (outcome.kind === 'error') this.logger.error(outcome.error.message);
    return undefined;
  }

  async finish(call: ProviderContext): Promise<SignInOutcome> {
    const { request, reply } = call;
    // Both cookies are cleared, whatever the outcome.
    const sealed = await this.parts.flow.take(request, reply, 'state');
    const verifier = await this.parts.flow.take(request, reply, 'pkce');
    const state = readFlowState(sealed, this.id);
    const query = request.query as Record<string, unknown>;
    if (!state || !isHandle(state.handle, query['state'])) return refused('OAuthCallback');
    const outcome = await this.run(call, query, returningStore({ handle: state.handle, verifier }));
    if (outcome.kind === 'error') {
      this.logger.warn(outcome.error.message);
      return refused(isAnswer(outcome.error) ? 'OAuthCallback' : 'OAuthSignin');
    }
    if (outcome.kind !== 'success') return refused('OAuthCallback');
    return state.link === undefined
      ? this.logIn(call, state, outcome.user)
      : this.connect(call, { ...state, link: state.link }, outcome.user);
  }

  private async logIn(
    call: ProviderContext,
    state: FlowState,
    { identity, picture }: ProviderProfile,
  ): Promise<SignInOutcome> {
    const { callbackUrl, role, consentRevisionId, visitorToken = null } = state;
    const assertion = await this.parts.signer.sign(identity, 'login', role, consentRevisionId);
    const variables = { assertion, anonymousUserToken: visitorToken };
    const result = await this.parts.client.request(LoginWithIdentityDocument, variables, contextOf(call, callbackUrl));
    if (!result.ok) return refused(errorOf(result.failure));
    const { jwt, isNewUser, refusal } = result.data.loginWithIdentity;
    if (!jwt) return refused(refusal ? REFUSALS[refusal] : 'OAuthCallback');
    const extra = { image: picture, isNewUserViaSocial: isNewUser };
    const isAsked = isNewUser && role === 'recruiter';
    return { ok: true, jwt, extra, callbackUrl: isAsked ? questionsFor(call, callbackUrl) : callbackUrl };
  }

  /** The account must be that of the session that began the flow: another user may have logged in meanwhile in this browser. */
  private async connect(
    call: ProviderContext,
    { callbackUrl, link }: FlowState & { link: string },
    { identity }: ProviderProfile,
  ): Promise<SignInOutcome> {
    const claims = await this.parts.sessions.read(call.request);
    if (!claims || digestOf(claims.jwt) !== link) return refused('OAuthCallback');
    const assertion = await this.parts.signer.sign(identity, 'link');
    const context = { ...contextOf(call, callbackUrl), jwt: claims.jwt };
    const result = await this.parts.client.request(LinkIdentityDocument, { assertion }, context);
    if (!result.ok) return refused(result.failure.kind === 'refused' ? 'AccessDenied' : errorOf(result.failure));
    if (result.data.linkIdentity.errors.length > 0) return refused('OAuthIdentityTaken');
    return { ok: true, callbackUrl };
  }

  private async run(
    call: ProviderContext,
    query: Record<string, unknown>,
    store: ReturnType<typeof returningStore>,
  ): Promise<StrategyOutcome<ProviderProfile>> {
    const { settings } = this;
    // Loaded lazily together with Passport, because most processes never need it.
    const { makeAgent, makeStrategy } = await import('./strategies.js');
    const callbackURL = `${call.origin}${this.parts.authPath}/callback/${this.id}`;
    const agent = makeAgent(settings.tokenUrl);
    try {
      const strategy = makeStrategy({ settings, store, callbackURL, agent });
      return await runStrategy(strategy, { query }, { prompt: 'login' }, PROVIDER_LIMIT_MS);
    } finally {
      agent.destroy();
    }
  }

  private async sessionOf(request: FastifyRequest): Promise<string | undefined> {
    const claims = await this.parts.sessions.read(request);
    return claims && digestOf(claims.jwt);
  }
}

const REFUSALS: Record<IdentityRefusal, AuthErrorCode> = {
  assertion: 'OAuthCallback',
  unverifiedEmail: 'OAuthEmailUnverified',
  notLinked: 'OAuthAccountNotLinked',
  blocked: 'AccessDenied',
  noRole: 'OAuthCreateAccount',
};

function refused(error: AuthErrorCode): SignInOutcome {
  return { ok: false, error };
}

/** The login page shows a notice about maintenance by itself. */
function errorOf({ kind }: GraphqlFailure): AuthErrorCode {
  return kind === 'read-only' ? 'Signin' : 'Callback';
}

/** Whether the provider responded with an error, rather than being unreachable. */
function isAnswer(error: Error): boolean {
  return error.name === 'TokenError' || error.name === 'AuthorizationError';
}

/** Role of an account that may have to be created: the one of the page where the flow began, if the site has that role. */
function roleFor({ features }: PublicSite, wanted: string | undefined): FlowState['role'] {
  const roles = (['applicant', 'recruiter'] as const).filter((role) => features[role]);
  return roles.find((role) => role === wanted) ?? roles[0];
}

/** Uses the language of the page where the flow began. */
function contextOf({ request, site }: ProviderContext, callbackUrl: string): RequestContext {
  const { locale } = splitLocale(site, new URL(callbackUrl).pathname);
  return { frontend: { site: site.name, locale }, requestId: request.id, address: request.ip };
}

/** Leads recruiters to the registration questions that the provider cannot answer; afterwards they continue to the requested page. */
function questionsFor({ site }: ProviderContext, callbackUrl: string): string {
  const { origin, pathname, search } = new URL(callbackUrl);
  const { locale } = splitLocale(site, pathname);
  const destination = encodeURIComponent(pathname + search);
  return origin + addressesOf(site, locale).href(`${OWN_ORGANIZATION_PATH}?destination=${destination}`);
}

function digestOf(jwt: string): string {
  return createHash('sha256').update(jwt).digest('base64url');
}

/** The providers that are configured. */
export const socialSignIns: Provider = {
  provide: OAUTH_PROVIDERS,
  inject: [SETTINGS, FlowCookies, SessionReader, AssertionSigner, GraphqlClient],
  useFactory: (
    settings: Settings,
    flow: FlowCookies,
    sessions: SessionReader,
    signer: AssertionSigner,
    client: GraphqlClient,
  ): OauthProvider[] =>
    readSocialSettings(settings).map(
      (each) => new SocialSignIn(each, { authPath: settings.AUTH_BASE_PATH, flow, sessions, signer, client }),
    ),
};
