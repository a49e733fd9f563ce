import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/buttons/button';
import { usePage } from '../../../lib/page-context';
import styles from './captcha.module.css';
import { solveCaptcha } from './solve-captcha';

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
