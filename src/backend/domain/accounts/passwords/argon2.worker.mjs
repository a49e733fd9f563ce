// One thread of those that hash passwords.
import { constants, setPriority } from 'node:os';
import process from 'node:process';
import { hashSync, verifySync } from '@node-rs/argon2';

try {
  // On Linux a priority is that of a thread; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Not everywhere is it allowed.
}

export const hash = ({ password, cost }) => hashSync(password, cost);

export function verify({ password, stored }) {
  try {
    return verifySync(stored, password);
  } catch {
    // Not a hash of this kind.
    return false;
  }
}
