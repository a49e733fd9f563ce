import type { StateStore } from 'passport-oauth2';
import { isHandle } from './flow-state.js';

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
