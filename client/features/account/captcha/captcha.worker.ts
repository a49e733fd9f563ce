import { sha256 } from './sha256';

export interface CaptchaTask {
  challenge: string;
  salt: string;
  maxnumber: number;
}

/** Of the work, between 0 and 1; or the number that was looked for, undefined where there is none. */
export type CaptchaReport = { progress: number } | { number: number | undefined };

const REPORT_EVERY = 10_000;

/** Tries numbers until one solves the challenge. */
self.addEventListener('message', ({ data: { challenge, salt, maxnumber } }: MessageEvent<CaptchaTask>) => {
  const report = (message: CaptchaReport) => self.postMessage(message);
  const wanted = parseInt(challenge.slice(0, 8), 16);
  for (let number = 0; number <= maxnumber; number++) {
    const digest = sha256(salt + String(number));
    // The rest is looked at once in four thousand million times.
    if (digest[0] === wanted && hexOf(digest) === challenge) {
      report({ number });
      return;
    }
    if (number % REPORT_EVERY === 0) report({ progress: number / maxnumber });
  }
  report({ number: undefined });
});

function hexOf(digest: Uint32Array): string {
  return Array.from(digest, (word) => word.toString(16).padStart(8, '0')).join('');
}
