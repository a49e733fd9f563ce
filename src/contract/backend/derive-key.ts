import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/**
 * A key of 32 bytes by HKDF with SHA-256, so that one secret serves several purposes and no key tells anything of another.
 *
 * @param purpose part of the format of what the key signs or encrypts: another one makes what there is worthless
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
}
