import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SealedTokens } from '../session/sealed-tokens.js';
import { AuthCookies } from './auth-cookies.js';

/** AUTH-05. */
const FLOW_SECONDS = 900;

/** Values that the browser has to bring back from an OAuth provider: state, PKCE code verifier and nonce, encrypted, for one use. */
@Injectable()
export class FlowCookies {
  private readonly tokens: SealedTokens<{ which: string; value: string }>;

  constructor(
    @Inject(AuthCookies) private readonly cookies: AuthCookies,
    @Inject(SETTINGS) settings: Pick<Settings, 'AUTH_SECRET'>,
  ) {
    this.tokens = new SealedTokens(settings.AUTH_SECRET, 'sign-in flow');
  }

  async set(request: FastifyRequest, reply: FastifyReply, which: FlowCookie, value: string): Promise<void> {
    this.cookies.write(request, reply, which, await this.tokens.seal({ which, value }, FLOW_SECONDS), FLOW_SECONDS);
  }

  /** Reads a value and clears its cookie. @returns undefined if the browser sends no valid cookie */
  async take(request: FastifyRequest, reply: FastifyReply, which: FlowCookie): Promise<string | undefined> {
    const token = this.cookies.read(request, which);
    if (token === undefined) return undefined;
    this.cookies.clear(request, reply, which);
    const claims = (await this.tokens.open(token))?.claims;
    return claims?.which === which ? claims.value : undefined;
  }
}

export type FlowCookie = 'state' | 'pkce' | 'nonce';
