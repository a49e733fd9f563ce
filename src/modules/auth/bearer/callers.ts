import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Observable } from 'rxjs';
import type { CallerSessions } from '../../graphql-client/index.js';
import { KnownBrowsers } from '../cookies/known-browsers.js';
import { LoginTickets } from '../session/login-tickets.js';
import { SessionReader } from '../session/session-reader.js';
import { JwtGuard } from './jwt.guard.js';

/** Who asks /graphql: whoever a bearer token names, else whoever the session cookie does. */
@Injectable()
export class Callers implements CallerSessions {
  constructor(
    @Inject(JwtGuard) private readonly guard: JwtGuard,
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(LoginTickets) private readonly tickets: LoginTickets,
    @Inject(KnownBrowsers) private readonly browsers: KnownBrowsers,
  ) {}

  admit(context: ExecutionContext): boolean | Promise<boolean> | Observable<boolean> {
    return this.guard.canActivate(context);
  }

  async jwtOf(request: FastifyRequest): Promise<string | undefined> {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return bearer ?? (await this.sessions.read(request))?.jwt;
  }

  knownBrowser(request: FastifyRequest, email: string): Promise<string | undefined> {
    return this.browsers.idFor(request, email);
  }

  ticketFor(jwt: string): Promise<string> {
    return this.tickets.seal(jwt);
  }
}
