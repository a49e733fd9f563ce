import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UserLogoutDocument } from '#contract/generated/operations.js';
import { type RequestContext, GraphqlClient } from '../../graphql-client/index.js';
import { SiteRegistry } from '../../sites/index.js';
import { AuthCookies } from '../cookies/auth-cookies.js';
import { KnownBrowsers } from '../cookies/known-browsers.js';
import { SESSION_SECONDS, type SessionClaims, SessionReader } from './session-reader.js';
import { type Visitor, VisitorReader } from './visitor-reader.js';

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

  /** Renews the full lifetime of the cookie, with the current name of the user. */
  async renew(
    request: FastifyRequest,
    reply: FastifyReply,
    { claims, viewer }: Extract<Visitor, { kind: 'known' }>,
  ): Promise<void> {
    const { jwt, image, isNewUserViaSocial } = claims;
    const { user, masqueraded } = viewer;
    const { name, email } = user;
    const token = await this.sessions.seal(
      { jwt, name, email, image, isNewUserViaSocial, masqueraded },
      SESSION_SECONDS,
    );
    this.cookies.write(request, reply, 'session', token, SESSION_SECONDS);
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
