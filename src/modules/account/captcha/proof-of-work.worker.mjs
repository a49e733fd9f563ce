// Solves the challenge of a captcha: the number below `maxnumber` with which SHA-256 of `salt` and the number is `challenge`.
import { createHash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import process from 'node:process';

try {
  // On Linux a priority is that of a thread; elsewhere it would be that of the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
} catch {
  // Not everywhere is it allowed.
}

/** @returns undefined when there is none */
export default function solve({ challenge, salt, maxnumber }) {
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return number;
  return undefined;
}
