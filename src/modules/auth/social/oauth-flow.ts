import { timingSafeEqual } from 'node:crypto';
import type { StateStore } from 'passport-oauth2';
import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Strategy } from 'passport';
import { SETTINGS, type Settings } from '../../../settings.js';
import { SealedTokens } from '../session/sealed-tokens.js';
import { AuthCookies } from '../cookies/auth-cookies.js';

/** State of a sign-in with a provider; browsers keep it encrypted in the state cookie. */
const flowState = z.object({
  /** The `state` value that the provider returns. */
  handle: z.string(),
  /** The callback of another provider rejects this state. */
  provider: z.string(),
  /** Final address after signing in, absolute. */
  callbackUrl: z.string(),
  role: z.enum(['applicant', 'recruiter']).optional(),
  /** Revision of the consent text next to the button. */
  consentRevisionId: z.string().optional(),
  visitorToken: z.string().optional(),
  /** Digest of the session to whose account the provider is to be connected; nobody is logged in then. */
  link: z.string().optional(),
});

export type FlowState = z.output<typeof flowState>;

/** @returns undefined for an invalid state, or that of another provider */
export function readFlowState(text: string | undefined, provider: string): FlowState | undefined {
  if (text === undefined) return undefined;
  const read = flowState.safeParse(JSON.parse(text));
  return read.success && read.data.provider === provider ? read.data : undefined;
}

export function isHandle(handle: string, returned: unknown): boolean {
  if (typeof returned !== 'string') return false;
  const [left, right] = [Buffer.from(handle), Buffer.from(returned)];
  return left.length === right.length && timingSafeEqual(left, right);
}

type Stored = (error: Error | null, handle?: string) => void;
type Verified = (error: Error | null, verifier: string | boolean, info?: unknown) => void;

/** State store for the start of a sign-in: keeps the handle and the PKCE code verifier. */
export function beginningStore(handle: string, save: (verifier: string | undefined) => Promise<void>): StateStore {
  // Passport counts the parameters of the function: with five, it passes the verifier.
  const store = (
    _request: object,
    verifier: string | undefined,
    _state: unknown,
    _meta: object,
    done: Stored,
  ): void => {
    save(verifier).then(
      () => done(null, handle),
      (error: unknown) => done(error as Error),
    );
  };
  return { store, verify: () => undefined } as unknown as StateStore;
}

/**
 * State store for the callback: compares the returned handle with the stored one.
 *
 * @param stored undefined if the browser sends no valid state
 */
export function returningStore(stored: { handle: string; verifier: string | undefined } | undefined): StateStore {
  const verify = (_request: object, returned: unknown, done: Verified): void => {
    if (stored && isHandle(stored.handle, returned)) done(null, stored.verifier ?? true);
    else done(null, false, { message: 'The state is not that of this browser' });
  };
  return { store: () => undefined, verify } as unknown as StateStore;
}

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

type FlowCookie = 'state' | 'pkce' | 'nonce';

/** Result of a Passport strategy. */
export type StrategyOutcome<User> =
  | { kind: 'success'; user: User }
  | { kind: 'redirect'; url: string }
  /** The user refused, or the check of the state failed. */
  | { kind: 'fail'; reason: string }
  /** A technical failure. */
  | { kind: 'error'; error: Error };

type Request = Parameters<Strategy['authenticate']>[0];

/** The part of a request that OAuth strategies read. */
interface StrategyRequest {
  query: Record<string, unknown>;
}

/**
 * Runs a strategy in the same way as Passport's own middleware, without Express: its actions are set on an object that inherits from the
 * strategy (Passport, "Strategy" API: `success`, `fail`, `redirect`, `pass`, `error`).
 *
 * @param options passed to the strategy's `authenticate`
 * @param limitMs time limit after which the result is an error
 */
export function runStrategy<User>(
  strategy: Strategy,
  request: StrategyRequest,
  options: object,
  limitMs: number,
): Promise<StrategyOutcome<User>> {
  return new Promise((resolve) => {
    const settle = (outcome: StrategyOutcome<User>): void => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const late = () => settle({ kind: 'error', error: new Error(`No answer in ${limitMs} ms`) });
    const timer = setTimeout(late, limitMs);
    const actions = {
      success: (user: User) => settle({ kind: 'success', user }),
      redirect: (url: string) => settle({ kind: 'redirect', url }),
      fail: (challenge?: unknown) => settle({ kind: 'fail', reason: reasonOf(challenge) }),
      pass: () => settle({ kind: 'fail', reason: 'passed' }),
      error: (error: unknown) => settle({ kind: 'error', error: asError(error) }),
    };
    const augmented = Object.assign(Object.create(strategy) as Strategy, actions);
    try {
      // Passport's type requires its own extended request, whose additions are not needed here.
      (augmented.authenticate as (this: Strategy, request: Request, options: object) => void).call(
        augmented,
        request as unknown as Request,
        options,
      );
    } catch (error) {
      actions.error(error);
    }
  });
}

function reasonOf(challenge: unknown): string {
  if (typeof challenge === 'string') return challenge;
  const message = (challenge as { message?: unknown } | undefined)?.message;
  return typeof message === 'string' ? message : 'refused';
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
