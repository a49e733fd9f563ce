import { hkdfSync, createHash } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Derives a key of 32 bytes by HKDF with SHA-256, so that one secret serves several purposes and no key reveals another.
 *
 * @param purpose identifies the format of what the key signs or encrypts; changing it invalidates all existing data
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}

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
