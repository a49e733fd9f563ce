import { createHash } from 'node:crypto';
import { deriveKey } from '../backend/derive-key.js';

/** Of the tokens that name sessions of the embedded backend. */
export const SESSION_TOKEN = { algorithm: 'HS256', issuer: 'causeboard', clockToleranceSeconds: 15 } as const;

/** The keys that sign them, known to whoever shares the secrets. `id` stands in a token's header as `kid` and tells nothing of the key. */
export function sessionTokenKeys(secrets: readonly string[]): { id: string; key: Uint8Array }[] {
  return secrets.map((secret) => {
    const key = deriveKey(secret, 'backend session token');
    const id = createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
    return { id, key };
  });
}
