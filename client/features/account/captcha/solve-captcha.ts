import { CaptchaChallengeDocument } from '#contract/generated/operations.js';
import { browserGraphql } from '../../../lib/browser-graphql';
import type { CaptchaReport, CaptchaTask } from './captcha.worker';

/**
 * Requests a challenge and solves it in a worker.
 *
 * @param onProgress receives values between 0 and 1
 * @returns the value of `RegistrationInput.captcha`
 * @throws if no challenge is available, or if it has no solution
 */
export async function solveCaptcha(options: {
  locale: string;
  signal: AbortSignal;
  onProgress: (part: number) => void;
}): Promise<string> {
  const { locale, signal, onProgress } = options;
  const { captchaChallenge } = await browserGraphql(CaptchaChallengeDocument, {}, { locale, signal });
  const { maxnumber, ...challenge } = captchaChallenge;
  const number = await search({ challenge: challenge.challenge, salt: challenge.salt, maxnumber }, signal, onProgress);
  return btoa(JSON.stringify({ ...challenge, number }));
}

function search(task: CaptchaTask, signal: AbortSignal, onProgress: (part: number) => void): Promise<number> {
  const worker = new Worker(new URL('./captcha.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<number>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CaptchaReport>) => {
      if ('progress' in data) onProgress(data.progress);
      else if (data.number === undefined) reject(new Error('The challenge has no solution.'));
      else resolve(data.number);
    });
    worker.addEventListener('error', () => reject(new Error('The challenge could not be solved.')));
    signal.addEventListener('abort', () => reject(new Error('The page is left.')));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}
