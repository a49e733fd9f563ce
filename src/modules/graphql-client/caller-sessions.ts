import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The functions of visitors' sessions that the GraphQL module needs; `modules/auth` provides them. */
export interface CallerSessions {
  /** @throws UnauthorizedException for an invalid bearer token */
  admit: CanActivate['canActivate'];
  /** Returns the jwt of a request's sender; undefined for anonymous visitors. */
  jwtOf(request: FastifyRequest): Promise<string | undefined>;
  /** See `RequestContext.knownBrowser`. */
  knownBrowser(request: FastifyRequest, email: string): Promise<string | undefined>;
  /** Returns a login ticket that replaces a jwt in responses to page scripts: it can be used to sign in and for nothing else (AUTH-04). */
  ticketFor(jwt: string): Promise<string>;
}

export const CALLER_SESSIONS = Symbol('CALLER_SESSIONS');

/** Rejects invalid bearer tokens. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(@Inject(CALLER_SESSIONS) private readonly callers: CallerSessions) {}

  canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    return this.callers.admit(context);
  }
}
