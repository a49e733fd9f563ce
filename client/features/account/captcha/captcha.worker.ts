import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface CaptchaTask {
  challenge: string;
  salt: string;
  maxnumber: number;
}

/** Progress between 0 and 1; or the number that solves the challenge, undefined if there is none. */
export type CaptchaReport = { progress: number } | { number: number | undefined };

const REPORT_EVERY = 10_000;

/**
 * Tries numbers until one solves the challenge. `crypto.subtle` would create a promise for each hash, and is not
 * available on pages without HTTPS.
 */
self.addEventListener('message', ({ data: { challenge, salt, maxnumber } }: MessageEvent<CaptchaTask>) => {
  const report = (message: CaptchaReport) => self.postMessage(message);
  const wanted = parseInt(challenge.slice(0, 2), 16);
  for (let number = 0; number <= maxnumber; number++) {
    const digest = sha256(utf8ToBytes(salt + String(number)));
    // The rest of the hash is compared only once in 256 attempts.
    if (digest[0] === wanted && bytesToHex(digest) === challenge) {
      report({ number });
      return;
    }
    if (number % REPORT_EVERY === 0) report({ progress: number / maxnumber });
  }
  report({ number: undefined });
});
