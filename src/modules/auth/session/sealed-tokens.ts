import { randomUUID } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { Inject, Injectable } from '@nestjs/common';
import { deriveKey } from '#contract/backend/signed-tokens.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { MAKE_COUNTER, type MakeCounter } from '../../rate-limits/index.js';

/** AUTH-05. */
export const CLOCK_TOLERANCE_SECONDS = 15;

/** Claims of a token and its expiry. */
export interface OpenedToken<Claims> {
  claims: Claims;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Encrypts tokens that browsers store but cannot read: JWE, `dir` and `A256GCM`. The first secret encrypts, all decrypt, so that keys can
 * be rotated.
 */
export class SealedTokens<Claims extends { [Name in keyof Claims]: string | boolean | undefined }> {
  private readonly keys: readonly Uint8Array[];

  /** @param purpose tokens made for another purpose are rejected */
  constructor(secrets: readonly string[], purpose: string) {
    this.keys = secrets.map((secret) => deriveKey(secret, `causeboard ${purpose}`));
  }

  /** @param seconds lifetime */
  seal(claims: Claims, seconds: number, now = new Date()): Promise<string> {
    return new EncryptJWT({ ...claims })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + seconds * 1000))
      .encrypt(this.keys[0]!);
  }

  /** @returns undefined if the token is modified, truncated, made with another key or for another purpose, or expired */
  async open(token: string, now = new Date()): Promise<OpenedToken<Claims> | undefined> {
    // Decoders ignore whitespace, so it is rejected here.
    if (!/^[\w.-]+$/.test(token)) return undefined;
    for (const key of this.keys) {
      try {
        const { payload } = await jwtDecrypt(token, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp'],
          currentDate: now,
        });
        return { claims: payload as Claims, expiresAt: payload.exp! * 1000 };
      } catch {
        // Encrypted with another key, or not a token at all.
      }
    }
    return undefined;
  }
}

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
