import { useState, useSyncExternalStore } from 'react';
import { Button } from '../../components/ui/button';
import { DangerAlert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';

const NOTHING = () => () => undefined;

/**
 * Something could not be loaded; what the server says of it is listed.
 *
 * @param errors as filtered HTML (`sanitizeMessage`, `safeHtml`)
 * @param onAgain asks again; without scripts the page is loaded anew
 */
export function LoadError({
  message,
  errors,
  onAgain,
}: {
  message: string;
  errors: readonly string[];
  onAgain: () => void;
}) {
  const { t, href, path } = usePage();
  const [isClosed, setIsClosed] = useState(false);
  const works = useSyncExternalStore(
    NOTHING,
    () => true,
    () => false,
  );
  const again = works ? (
    <Button type="button" kind="secondary" onClick={onAgain}>
      {t('error.again')}
    </Button>
  ) : (
    <a href={href(path)}>{t('error.again')}</a>
  );
  if (isClosed) return <p>{again}</p>;
  return (
    <DangerAlert address={href(path)} onClose={() => setIsClosed(true)}>
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
