import { useEffect, useRef, useState } from 'react';
import { CaptchaChallengeDocument } from '#contract/generated/operations.js';
import { Button } from '../../../components/ui/buttons/button';
import { browserGraphql } from '../../../lib/browser-graphql';
import { usePage } from '../../../lib/page-context';
import styles from './captcha.module.css';
import type { CaptchaReport, CaptchaTask } from './captcha.worker';

type State = { is: 'waiting' | 'failed' } | { is: 'working'; part: number } | { is: 'done'; solution: string };

/** Age at which a solution is renewed, shortly before it expires. */
const RENEW_AFTER_MS = 25 * 60_000;

/**
 * Proof-of-work captcha: the browser solves a challenge while the form is being filled in, without any interaction
 * (AUTH-17). Must be inside the form, as the island `captcha`, and sends the field `captcha`.
 */
export function Captcha() {
  const { t, locale } = usePage();
  const [state, setState] = useState<State>({ is: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const form = box.current?.closest('form');
    if (attempt > 0 || !form) return undefined;
    const start = () => setAttempt(1);
    form.addEventListener('focusin', start, { once: true });
    if (form.contains(document.activeElement)) start();
    return () => form.removeEventListener('focusin', start);
  }, [attempt]);

  useEffect(() => {
    if (attempt === 0) return undefined;
    const leaving = new AbortController();
    const show = (next: State) => {
      if (!leaving.signal.aborted) setState(next);
    };
    const onProgress = (part: number) => show({ is: 'working', part });
    onProgress(0);
    solveCaptcha({ locale, signal: leaving.signal, onProgress }).then(
      (solution) => show({ is: 'done', solution }),
      () => show({ is: 'failed' }),
    );
    const renewal = setTimeout(() => setAttempt(attempt + 1), RENEW_AFTER_MS);
    return () => {
      leaving.abort();
      clearTimeout(renewal);
    };
  }, [attempt, locale]);

  useEffect(() => {
    // The progress bar and a longer text vanish while somebody may be pressing the button below, which must not move.
    if (state.is !== 'working') return;
    box.current!.style.minBlockSize = `${box.current!.getBoundingClientRect().height}px`;
  }, [state.is]);

  const tryAgain = () => {
    // The button is about to disappear: the focus stays in the same part of the form.
    box.current?.focus();
    setAttempt(attempt + 1);
  };

  return (
    <div
      ref={box}
      className={styles.captcha}
      role="group"
      tabIndex={-1}
      aria-label={t('island.captcha.title')}
      data-captcha={state.is}
    >
      <input type="hidden" name="captcha" value={state.is === 'done' ? state.solution : ''} />
      <p role="status" className={styles.status}>
        {t(`island.captcha.${state.is}`)}
      </p>
      {state.is === 'working' && (
        <progress className={styles.progress} value={state.part} aria-label={t('island.captcha.title')} />
      )}
      {state.is === 'failed' && (
        <Button type="button" kind="quiet" onClick={tryAgain}>
          {t('island.captcha.again')}
        </Button>
      )}
      <noscript>
        <p>{t('island.captcha.withoutScripts')}</p>
      </noscript>
    </div>
  );
}

/**
 * Requests a challenge and solves it in a worker.
 *
 * @param onProgress receives values between 0 and 1
 * @returns the value of `RegistrationInput.captcha`
 * @throws if no challenge is available, or if it has no solution
 */
async function solveCaptcha(options: {
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
