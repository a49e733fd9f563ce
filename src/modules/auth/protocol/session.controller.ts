import { Body, Controller, Get, Header, HttpCode, Inject, Post, Req, Res, All } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCOUNT_HEADER } from '#contract/pages/page-request.js';
import { sendRedirect } from '../../../common/send-redirect.js';
import { bodyOf } from '../../../common/request-body.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { CsrfTokens } from '../cookies/auth-cookies.js';
import {
  remainingSeconds,
  type SessionClaims,
  type Visitor,
  VisitorReader,
  SessionWriter,
} from '../session/sessions.js';
import { LogBody, UpdateBody } from './bodies.js';
import { ProtocolCalls } from './protocol-call.js';

/** The part of a session that page scripts can read. */
interface SessionJson {
  user: { name: string; email: string; image: string | null };
  /** ISO 8601 */
  expires: string;
  masqueraded: boolean;
  isNewUserViaSocial: boolean;
  /** Only if the operator has enabled it (SESSION_JSON_JWT). */
  jwt?: string;
}

const NO_STORE = 'private, no-cache, no-store';

/** Information about the logged-in user for page scripts. Public; each visitor sees only their own session. */
@Controller()
export class SessionController {
  constructor(
    @Inject(ProtocolCalls) private readonly calls: ProtocolCalls,
    @Inject(VisitorReader) private readonly visitors: VisitorReader,
    @Inject(SessionWriter) private readonly sessions: SessionWriter,
    @Inject(CsrfTokens) private readonly csrfTokens: CsrfTokens,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Also renews the cookie, until the end of the session. */
  @Get('session')
  @Header('Cache-Control', NO_STORE)
  async session(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionJson | object> {
    const visitor = await this.visitors.read(request, this.calls.context(request));
    return this.answer(request, reply, visitor);
  }

  /** Reloads the user from the backend. */
  @Post('session')
  @HttpCode(200)
  @Header('Cache-Control', NO_STORE)
  async update(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(bodyOf(UpdateBody)) body: UpdateBody,
  ): Promise<SessionJson | object> {
    if (!this.calls.isOwn(request, body.csrfToken)) {
      void reply.status(400);
      return {};
    }
    const visitor = await this.visitors.read(request, this.calls.context(request));
    // A page may only report that it has greeted a new user; everything else comes from the backend.
    if (visitor.kind === 'known' && body.data?.isNewUserViaSocial === false) {
      visitor.claims = { ...visitor.claims, isNewUserViaSocial: false };
      visitor.viewer = { ...visitor.viewer, isNewUserViaSocial: false };
    }
    return this.answer(request, reply, visitor);
  }

  @Get('csrf')
  @Header('Cache-Control', NO_STORE)
  csrf(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): { csrfToken: string } {
    const { token, setCookie } = this.csrfTokens.provide(request);
    if (setCookie) void reply.header('set-cookie', setCookie);
    return { csrfToken: token };
  }

  private async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    visitor: Visitor,
  ): Promise<SessionJson | Record<string, never>> {
    if (visitor.kind === 'anonymous' || visitor.kind === 'gone') {
      this.sessions.forget(request, reply);
      return {};
    }
    if (visitor.kind === 'known') {
      await this.sessions.renew(request, reply, visitor);
      void reply.header(ACCOUNT_HEADER, encodeURIComponent(visitor.viewer.user.id));
    }
    const { claims } = visitor;
    const { name, email } = visitor.kind === 'known' ? visitor.viewer.user : claims;
    return {
      user: { name, email, image: claims.image ?? null },
      expires: new Date(Date.now() + remainingSeconds(claims.jwt) * 1000).toISOString(),
      masqueraded: visitor.kind === 'known' ? visitor.viewer.masqueraded : claims.masqueraded === true,
      isNewUserViaSocial: claims.isNewUserViaSocial === true,
      ...this.jwt(request, claims),
    };
  }

  private jwt({ headers }: FastifyRequest, { jwt }: SessionClaims): { jwt?: string } {
    return this.settings.SESSION_JSON_JWT && headers['sec-fetch-site'] === 'same-origin' ? { jwt } : {};
  }
}

/**
 * Accepts error reports of the client library, such as CLIENT_FETCH_ERROR (AUTH-07). Public, so they are shortened, rate-limited and never
 * trusted.
 */
@Controller()
export class LogController {
  constructor(@Inject(ProtocolCalls) private readonly calls: ProtocolCalls) {}

  @Post('_log')
  @RouteConfig({ rateLimit: { max: 30, timeWindow: '1 minute' } })
  @HttpCode(200)
  log(@Req() request: FastifyRequest, @Body(bodyOf(LogBody)) { level, code, message, url }: LogBody): void {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== this.calls.origin(request)) return;
    const details = { client: { code, message, url } };
    if (level === 'error' || level === 'warn') request.log.warn(details, 'a browser reported an event');
    else if (level === 'debug') request.log.debug(details, 'a browser reported an event');
  }
}

/** The remaining endpoints of the protocol. Public. */
@Controller()
export class RestController {
  /** The page that asks the visitor to check their mailbox. */
  @Get('verify-request')
  verifyRequest(@Res() reply: FastifyReply): void {
    void reply.header('cache-control', 'private, no-store');
    sendRedirect(reply, 302, '/user/check-mail');
  }

  @All(['', '*'])
  unknown(@Res() reply: FastifyReply): void {
    void reply.status(400).type('text/plain; charset=utf-8').send('This address does not do what was asked of it.');
  }
}
