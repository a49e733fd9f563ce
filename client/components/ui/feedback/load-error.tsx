import { useState, useSyncExternalStore } from 'react';
import { usePage } from '../../../lib/page-context';
import { Button } from '../buttons/button';
import { DangerAlert } from './alert';
import styles from './skeleton.module.css';

const LINES = ['title', 'first', 'second', 'last'];

const NOTHING = () => () => undefined;

/**
 * Says that something could not be loaded; lists the server's messages.
 *
 * @param errors as filtered HTML (`sanitizeMessage`, `safeHtml`)
 * @param address address of the page; undefined for its path without a query
 * @param onAgain repeats the request, on islands; elsewhere and without scripts, the page is reloaded
 */
export function LoadError({
  message,
  errors,
  address,
  onAgain,
}: {
  message: string;
  errors: readonly string[];
  address?: string;
  onAgain?: () => void;
}) {
  const { t, href, path } = usePage();
  const [isClosed, setIsClosed] = useState(false);
  const works = useSyncExternalStore(
    NOTHING,
    () => true,
    () => false,
  );
  const here = address ?? href(path);
  const again =
    works && onAgain ? (
      <Button type="button" kind="secondary" onClick={onAgain}>
        {t('error.again')}
      </Button>
    ) : (
      <a href={here}>{t('error.again')}</a>
    );
  if (isClosed) return <p>{again}</p>;
  return (
    <DangerAlert address={here} onClose={onAgain && (() => setIsClosed(true))}>
      <p>{message}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={error} dangerouslySetInnerHTML={{ __html: error }} />
          ))}
        </ul>
      )}
      <p>{again}</p>
    </DangerAlert>
  );
}

/** Placeholder for content that is loading. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {LINES.map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
