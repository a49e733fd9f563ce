import { DangerAlert } from '../../components/ui/danger-alert';
import { usePage } from '../../lib/page-context';

/** Something could not be loaded; what the server says of it is listed. */
export function LoadError({ message, errors }: { message: string; errors: readonly string[] }) {
  const { t, localePrefix, path } = usePage();
  return (
    <DangerAlert address={localePrefix + path}>
      <p>{message}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      <p>
        <a href={localePrefix + path}>{t('error.again')}</a>
      </p>
    </DangerAlert>
  );
}
