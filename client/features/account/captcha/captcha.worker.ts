import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface CaptchaTask {
  challenge: string;
  salt: string;
  maxnumber: number;
}

/** Of the work, between 0 and 1; or the number that was looked for, undefined where there is none. */
export type CaptchaReport = { progress: number } | { number: number | undefined };

const REPORT_EVERY = 10_000;

/**
 * Tries numbers until one solves the challenge. `crypto.subtle` would make a promise for each hash, and is missing on pages without
 * https.
 */
self.addEventListener('message', ({ data: { challenge, salt, maxnumber } }: MessageEvent<CaptchaTask>) => {
  const report = (message: CaptchaReport) => self.postMessage(message);
  const wanted = parseInt(challenge.slice(0, 2), 16);
  for (let number = 0; number <= maxnumber; number++) {
    const digest = sha256(utf8ToBytes(salt + String(number)));
    // The rest is looked at once in 256 times.
    if (digest[0] === wanted && bytesToHex(digest) === challenge) {
      report({ number });
      return;
    }
    if (number % REPORT_EVERY === 0) report({ progress: number / maxnumber });
  }
  report({ number: undefined });
});
