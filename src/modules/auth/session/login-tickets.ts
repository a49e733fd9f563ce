import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../settings.js';
import { MAKE_COUNTER, type MakeCounter } from '../../rate-limits/index.js';
import { CLOCK_TOLERANCE_SECONDS, SealedTokens } from './sealed-tokens.js';

/** From the answer of userLogin until the page signs in with it. */
const TICKET_SECONDS = 60;

/** Stand for a jwt in what page scripts get to see: they can sign in with one, once, and do nothing else (AUTH-04, AUTH-05). */
@Injectable()
export class LoginTickets {
  private readonly tokens: SealedTokens<{ jwt: string; id: string }>;
  /** Remembers which were used for longer than they hold; in Redis where there is one, so that no other process takes them either. */
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

  /** Uses the ticket up. @returns the jwt; undefined: it is no ticket of ours, or was used, or its minute is over */
  async open(ticket: string, now?: Date): Promise<string | undefined> {
    const opened = await this.tokens.open(ticket, now);
    if (!opened) return undefined;
    const isFirst = (await this.uses.use(opened.claims.id)) === 0;
    return isFirst ? opened.claims.jwt : undefined;
  }
}
