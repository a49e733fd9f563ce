import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CallerSessions } from '../../graphql-client/index.js';
import { LoginTickets } from './login-tickets.js';
import { SessionReader } from './session-reader.js';

/** Who asks /graphql: whoever the session cookie names. */
@Injectable()
export class CookieCallers implements CallerSessions {
  constructor(
    @Inject(SessionReader) private readonly sessions: SessionReader,
    @Inject(LoginTickets) private readonly tickets: LoginTickets,
  ) {}

  async jwtOf(request: FastifyRequest): Promise<string | undefined> {
    return (await this.sessions.read(request))?.jwt;
  }

  ticketFor(jwt: string): Promise<string> {
    return this.tickets.seal(jwt);
  }
}
