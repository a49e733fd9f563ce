import { useState, useSyncExternalStore } from 'react';
import { usePage } from '../../../lib/page-context';
import { Button } from '../buttons/button';
import { DangerAlert } from './alert';

const NOTHING = () => () => undefined;

/**
 * Something could not be loaded; what the server says of it is listed.
 *
 * @param errors as filtered HTML (`sanitizeMessage`, `safeHtml`)
 * @param address of the page; none: its path without a query
 * @param onAgain asks again, on islands; elsewhere and without scripts the page is loaded anew
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
