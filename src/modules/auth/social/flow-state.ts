import { timingSafeEqual } from 'node:crypto';
import type { StateStore } from 'passport-oauth2';
import { z } from 'zod';

/** What a way in by a provider was begun with; browsers carry it sealed in the state cookie. */
const flowState = z.object({
  /** What the provider gives back. */
  handle: z.string(),
  /** Another provider's callback does not take it. */
  provider: z.string(),
  /** Where to go in the end, absolute. */
  callbackUrl: z.string(),
  role: z.enum(['applicant', 'recruiter']).optional(),
  /** Of the text that stood beside the button. */
  consentRevisionId: z.string().optional(),
  visitorToken: z.string().optional(),
  /** The provider is to be connected to the account of this session (a digest of it), and nobody is to be logged in. */
  link: z.string().optional(),
});

export type FlowState = z.output<typeof flowState>;

/** @returns undefined for what is none, or another provider's */
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

/** Keeps the handle and the PKCE code verifier of a way in that begins. */
export function beginningStore(handle: string, save: (verifier: string | undefined) => Promise<void>): StateStore {
  // Passport looks at the number of parameters: with five of them the verifier is among them.
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

/** Compares what comes back with what was kept. @param kept undefined: the browser brings nothing that holds */
export function returningStore(stored: { handle: string; verifier: string | undefined } | undefined): StateStore {
  const verify = (_request: object, returned: unknown, done: Verified): void => {
    if (stored && isHandle(stored.handle, returned)) done(null, stored.verifier ?? true);
    else done(null, false, { message: 'The state is not that of this browser' });
  };
  return { store: () => undefined, verify } as unknown as StateStore;
}
