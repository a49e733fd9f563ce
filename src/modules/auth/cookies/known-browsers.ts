import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeEmail } from '#contract/accounts/account-rules.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SealedTokens } from '../session/sealed-tokens.js';
import { AuthCookies, type CookieRequest } from './auth-cookies.js';

const YEAR_SECONDS = 365 * 24 * 3600;
const ID_BYTES = 12;
/** A family may share a computer; public computers, such as in libraries, do not keep cookies. */
const MAX_ACCOUNTS = 5;

interface KnownBrowser {
  id: string;
  /** Digests of email addresses, separated by spaces, the most recent first. */
  accounts: string;
}

/**
 * Browsers in which somebody has logged in before. Attempts of strangers from elsewhere do not count against the attempts of such a browser
 * for the account that knows it (AUTH-18). The cookie authenticates nobody.
 */
@Injectable()
export class KnownBrowsers {
  private readonly tokens: SealedTokens<{ id: string; accounts: string }>;

  constructor(
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.tokens = new SealedTokens(settings.AUTH_SECRET, 'known browser');
  }

  /** @returns the id of the browser if somebody has logged in with it to the account of that email address */
  async idFor(request: CookieRequest, email: string): Promise<string | undefined> {
    const known = await this.read(request);
    return known?.accounts.split(' ').includes(digestOf(email)) ? known.id : undefined;
  }

  /** Records a successful login. */
  async remember(request: FastifyRequest, reply: FastifyReply, email: string): Promise<void> {
    const known = await this.read(request);
    const id = known?.id ?? randomBytes(ID_BYTES).toString('base64url');
    const own = digestOf(email);
    const others = known?.accounts.split(' ').filter((each) => each !== own) ?? [];
    const accounts = [own, ...others].slice(0, MAX_ACCOUNTS).join(' ');
    const token = await this.tokens.seal({ id, accounts }, YEAR_SECONDS);
    this.cookies.write(request, reply, 'knownBrowser', token, YEAR_SECONDS);
  }

  private async read(request: CookieRequest): Promise<KnownBrowser | undefined> {
    const token = this.cookies.read(request, 'knownBrowser');
    return token === undefined ? undefined : (await this.tokens.open(token))?.claims;
  }
}

function digestOf(email: string): string {
  return createHash('sha256').update(normalizeEmail(email)).digest('base64url').slice(0, 22);
}
