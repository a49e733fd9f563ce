import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** What GraphQL has to know of the sessions of visitors; `modules/auth` provides it. */
export interface CallerSessions {
  /** @throws UnauthorizedException for a bearer token that is not right */
  admit: CanActivate['canActivate'];
  /** The jwt of whoever sends a request; undefined: an anonymous visitor. */
  jwtOf(request: FastifyRequest): Promise<string | undefined>;
  /** See `RequestContext.knownBrowser`. */
  knownBrowser(request: FastifyRequest, email: string): Promise<string | undefined>;
  /** Stands for a jwt in answers to page scripts: they can sign in with it and do nothing else (AUTH-04). */
  ticketFor(jwt: string): Promise<string>;
}

export const CALLER_SESSIONS = Symbol('CALLER_SESSIONS');

/** Refuses bearer tokens that are not right. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(@Inject(CALLER_SESSIONS) private readonly callers: CallerSessions) {}

  canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    return this.callers.admit(context);
  }
}
