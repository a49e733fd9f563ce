import { createHash } from 'node:crypto';
import { deriveKey } from '../backend/derive-key.js';

/** Parameters of the session tokens of the embedded backend. */
export const SESSION_TOKEN = { algorithm: 'HS256', issuer: 'causeboard', clockToleranceSeconds: 15 } as const;

/** Derives the signing keys from the shared secrets. `id` is the `kid` header of a token and reveals nothing about the key. */
export function sessionTokenKeys(secrets: readonly string[]): { id: string; key: Uint8Array }[] {
  return secrets.map((secret) => {
    const key = deriveKey(secret, 'backend session token');
    const id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
    return { id, key };
  });
}
