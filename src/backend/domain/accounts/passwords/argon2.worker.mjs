// A worker thread that hashes passwords.
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { hashSync, verifySync } from '@node-rs/argon2';

try {
  // On Linux, a priority applies to the thread; on other systems it would apply to the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // The system may not allow it.
}

export const hash = ({ password, cost }) => hashSync(password, cost);

export function verify({ password, stored }) {
  try {
    return verifySync(stored, password);
  } catch {
    // The string is not an argon2 hash.
    return false;
  }
}
