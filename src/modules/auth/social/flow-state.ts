import { timingSafeEqual } from 'node:crypto';
import type { StateStore } from 'passport-oauth2';
import { z } from 'zod';

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
