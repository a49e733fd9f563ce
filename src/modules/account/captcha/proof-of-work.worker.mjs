// Solves a captcha challenge: finds the number below `maxnumber` for which SHA-256 of `salt` plus the number equals `challenge`.
import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import process from 'node:process';

try {
  // On Linux the priority applies to this thread only; on other systems it would apply to the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Some environments do not allow it.
}

/** @returns undefined if no number matches */
export default function solve({ challenge, salt, maxnumber }) {
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return number;
  return undefined;
}
