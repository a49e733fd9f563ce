import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * Derives a key of 32 bytes by HKDF with SHA-256, so that one secret serves several purposes and no key reveals another.
 *
 * @param purpose identifies the format of what the key signs or encrypts; changing it invalidates all existing data
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}
