import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SealedTokens } from './sealed-tokens.js';

/** From the answer of userLogin until the page signs in with it. */
const TICKET_SECONDS = 60;

/** Stand for a jwt in what page scripts get to see: they can sign in with one and do nothing else (AUTH-04, AUTH-05). */
@Injectable()
export class LoginTickets {
  private readonly tokens: SealedTokens<{ jwt: string }>;

  constructor(@Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>) {
    this.tokens = new SealedTokens(settings.AUTH_SECRET, 'login ticket');
  }

  seal(jwt: string, now?: Date): Promise<string> {
    return this.tokens.seal({ jwt }, TICKET_SECONDS, now);
  }

  /** @returns the jwt; undefined: it is no ticket of ours, or its minute is over */
  async open(ticket: string, now?: Date): Promise<string | undefined> {
    return (await this.tokens.open(ticket, now))?.claims.jwt;
  }
}
