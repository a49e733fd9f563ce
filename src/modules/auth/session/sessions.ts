import { Inject, Injectable } from '@nestjs/common';
import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import type { FastifyRequest, FastifyReply } from 'fastify';
import {
  GetUserDocument,
  type GetUserQuery,
  type RoleName,
  ViewerDetailsDocument,
  type ViewerDetailsQuery,
  UserLogoutDocument,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { Viewer, ViewerUser } from '#contract/pages/page-request.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { AuthCookies, type CookieRequest } from '../cookies/auth-cookies.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { SiteRegistry } from '../../sites/index.js';
import { KnownBrowsers } from '../cookies/known-browsers.js';
import { CLOCK_TOLERANCE_SECONDS, type OpenedToken, SealedTokens } from './sealed-tokens.js';

/** Maximum lifetime of a session cookie (AUTH-05). */
const SESSION_SECONDS = 2_592_000;
const MINUTE = 60;

/**
 * Returns how long a session still lasts: until the backend's token expires, in full minutes, so that a new session has its whole lifetime
 * although the login took a moment. The end is unknown if a backend's token does not contain it, or the backend accepts it after its end.
 *
 * @returns the maximum lifetime of a cookie if the end is unknown
 */
export function remainingSeconds(jwt: string, now = new Date()): number {
  const end = endOf(jwt);
  const seconds = end === undefined ? 0 : Math.ceil((end - now.getTime() / 1000) / MINUTE) * MINUTE;
  return seconds > 0 ? Math.min(seconds, SESSION_SECONDS) : SESSION_SECONDS;
}

/** @returns the expiry of a token, in seconds since 1970; undefined if it is not a JWT with an expiry */
function endOf(jwt: string): number | undefined {
  try {
    const { exp } = decodeJwt(jwt);
    return Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}

/** Content of a session cookie, which browsers cannot read. */
export interface SessionClaims {
  /** For the backend's Authorization header. */
  jwt: string;
  /** Missing in cookies of earlier releases, until they are renewed. */
  userId?: string;
  name: string;
  email: string;
  image?: string;
  /** Whether an administrator acts as this user. */
  masqueraded?: boolean;
  isNewUserViaSocial?: boolean;
}

/** Size of the cache of decrypted cookies: decryption is the most expensive part of reading a session. */
const CACHE_BYTES = 4 * 1024 * 1024;

/** Creates and reads session cookies. */
@Injectable()
export class SessionReader {
  private readonly tokens: SealedTokens<SessionClaims>;
  private readonly opened = new LRUCache<string, OpenedToken<SessionClaims>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ claims }, token) => 2 * (token.length + claims.jwt.length) + 500,
  });

  constructor(
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.tokens = new SealedTokens(settings.AUTH_SECRET, 'session');
  }

  /**
   * Reads the session cookie of a request. Only the backend knows whether that session still exists.
   *
   * @returns undefined for visitors without a valid cookie; never throws
   */
  async read(request: CookieRequest): Promise<SessionClaims | undefined> {
    const token = this.cookies.read(request, 'session');
    if (token === undefined) return undefined;
    const known = this.opened.get(token);
    if (known) return known.expiresAt + CLOCK_TOLERANCE_SECONDS * 1000 > Date.now() ? known.claims : undefined;
    const opened = await this.tokens.open(token);
    if (opened) this.opened.set(token, opened);
    return opened?.claims;
  }

  seal(claims: SessionClaims, seconds: number): Promise<string> {
    return this.tokens.seal(claims, seconds);
  }
}

/**
 * The sender of a request. `gone`: the backend no longer knows the user or the session. `unknown`: the backend does not respond, which must
 * not log anybody out.
 */
export type Visitor =
  | { kind: 'anonymous' }
  | { kind: 'known'; claims: SessionClaims; viewer: Viewer }
  | { kind: 'gone'; claims: SessionClaims }
  | { kind: 'unknown'; claims: SessionClaims };

export const ANONYMOUS: Visitor = { kind: 'anonymous' };

/** Determines the sender of a request. */
@Injectable()
export class VisitorReader {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
  ) {}

  /** Free of cost for visitors without a session cookie. */
  async read(request: FastifyRequest, call: RequestContext): Promise<Visitor> {
    const claims = await this.sessions.read(request);
    return claims ? this.withClaims(claims, call) : ANONYMOUS;
  }

  async withClaims(claims: SessionClaims, call: RequestContext): Promise<Visitor> {
    const { jwt, isNewUserViaSocial = false } = claims;
    const own = { ...call, jwt };
    const [result, more] = await Promise.all([
      this.client.request(GetUserDocument, {}, own),
      this.client.request(ViewerDetailsDocument, {}, own),
    ]);
    if (!result.ok || result.errors) return { kind: 'unknown', claims };
    const user = result.data.getUser;
    if (!user) return { kind: 'gone', claims };
    // A backend need not support more than the specification requires, but one that supports this field has to answer.
    if (more.ok ? more.errors : !isUnsupported(more.failure)) return { kind: 'unknown', claims };
    const details = more.ok ? more.data.getUser : null;
    const masqueraded = details?.masqueraded ?? claims.masqueraded === true;
    return { kind: 'known', claims, viewer: { user: viewerUser(user, details), masqueraded, isNewUserViaSocial } };
  }
}

const ROLES: Record<RoleName, true> = {
  applicant: true,
  recruiter: true,
  job_editor: true,
  site_admin: true,
  administrator: true,
};

function isRole(role: { targetId: string }): role is { targetId: RoleName } {
  return Object.hasOwn(ROLES, role.targetId);
}

function viewerUser(user: NonNullable<GetUserQuery['getUser']>, details: ViewerDetailsQuery['getUser']): ViewerUser {
  const { organization, activeOrganization: active } = user;
  const organizations = details?.organizations ?? (organization ? [organization] : []);
  const named = [...organizations, ...(organization ? [organization] : [])];
  const activeOrganization = active && {
    id: active.id,
    name: named.find(({ id }) => id === active.id)?.name ?? '',
  };
  // Some backends use a Boolean here: false becomes null.
  const emailVerified = user.emailVerified || null;
  return { ...user, emailVerified, roles: user.roles.filter(isRole), activeOrganization, organizations };
}

/** Claims of a session besides the jwt and its user. */
export type SessionExtra = Pick<SessionClaims, 'image' | 'isNewUserViaSocial'>;

/** Starts and ends browser sessions. */
@Injectable()
export class SessionWriter {
  constructor(
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(VisitorReader) private readonly visitors: VisitorReader,
    @Inject(GraphqlClient) private readonly client: GraphqlClient,
    @Inject(SiteRegistry) private readonly sites: SiteRegistry,
    @Inject(KnownBrowsers) private readonly browsers: KnownBrowsers,
  ) {}

  /**
   * Starts a session with a jwt of the backend. Nothing of an earlier session of the browser is kept.
   *
   * @returns the logged-in user; `gone` if the backend rejects the jwt, in which case nothing is changed
   */
  async signIn(request: FastifyRequest, reply: FastifyReply, jwt: string, extra: SessionExtra = {}): Promise<Visitor> {
    const claims: SessionClaims = { ...extra, jwt, name: '', email: '' };
    const visitor = await this.visitors.withClaims(claims, this.callOf(request));
    if (visitor.kind !== 'known') return visitor;
    await this.renew(request, reply, visitor);
    const { user, masqueraded } = visitor.viewer;
    if (!masqueraded) await this.browsers.remember(request, reply, user.email);
    return visitor;
  }

  /** Renews the cookie until the end of the session, with the current name of the user. */
  async renew(
    request: FastifyRequest,
    reply: FastifyReply,
    { claims, viewer }: Extract<Visitor, { kind: 'known' }>,
  ): Promise<void> {
    const { jwt, image, isNewUserViaSocial } = claims;
    const { user, masqueraded } = viewer;
    const { id: userId, name, email } = user;
    const seconds = remainingSeconds(jwt);
    const sealed = { jwt, userId, name, email, image, isNewUserViaSocial, masqueraded };
    this.cookies.write(request, reply, 'session', await this.sessions.seal(sealed, seconds), seconds);
  }

  /** Deletes a cookie that is expired or invalid, or whose session has ended elsewhere. */
  forget(request: FastifyRequest, reply: FastifyReply): void {
    if (this.cookies.isSent(request, 'session')) this.cookies.clear(request, reply, 'session');
  }

  /** Ends the session in the backend, if that is reachable, and in the browser in any case. */
  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const claims = await this.sessions.read(request);
    this.cookies.clear(request, reply, 'session');
    if (!claims) return;
    const result = await this.client.request(UserLogoutDocument, {}, { ...this.callOf(request), jwt: claims.jwt });
    if (!result.ok && result.failure.kind !== 'refused')
      request.log.warn(
        { reason: result.failure.message },
        'a session was ended in the browser, but not in the backend',
      );
  }

  private callOf(request: FastifyRequest): RequestContext {
    const { public: site } = this.sites.forHost(request.headers.host);
    return { frontend: { site: site.name, locale: site.locales[0]! }, requestId: request.id, address: request.ip };
  }
}
