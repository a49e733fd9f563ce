import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../settings.js';
import { MAKE_COUNTER, type MakeCounter } from '../../rate-limits/index.js';
import { CLOCK_TOLERANCE_SECONDS, SealedTokens } from './sealed-tokens.js';

/** Time between the response of userLogin and the sign-in of the page with the ticket. */
const TICKET_SECONDS = 60;

/** Tickets replace jwts in responses to page scripts: a ticket can be used once to sign in, and for nothing else (AUTH-04, AUTH-05). */
@Injectable()
export class LoginTickets {
  private readonly tokens: SealedTokens<{ jwt: string; id: string }>;
  /** Remembers used tickets for longer than they are valid; in Redis if configured, so that other processes reject them too. */
  private readonly uses: ReturnType<MakeCounter>;

  constructor(
    @Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>,
    @Inject(MAKE_COUNTER) makeCounter: MakeCounter,
  ) {
    this.tokens = new SealedTokens(settings.AUTH_SECRET, 'login ticket');
    const seconds = TICKET_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS;
    this.uses = makeCounter({ name: 'login-ticket', points: 1, seconds });
  }

  seal(jwt: string, now?: Date): Promise<string> {
    return this.tokens.seal({ jwt, id: randomUUID() }, TICKET_SECONDS, now);
  }

  /** Redeems a ticket. @returns the jwt; undefined if the ticket is invalid, already used or expired */
  async open(ticket: string, now?: Date): Promise<string | undefined> {
    const opened = await this.tokens.open(ticket, now);
    if (!opened) return undefined;
    const isFirst = (await this.uses.use(opened.claims.id)) === 0;
    return isFirst ? opened.claims.jwt : undefined;
  }
}
