import { DangerAlert } from '../../components/ui/feedback/alert';
import { usePage } from '../../lib/page-context';

/** Something could not be loaded; what the server says of it is listed. @param errors as filtered HTML (`filteredHtml`) */
export function LoadError({ message, errors }: { message: string; errors: readonly string[] }) {
  const { t, href, path } = usePage();
  return (
    <DangerAlert address={href(path)}>
      <p>{message}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map((error) => (
            <li key={error} dangerouslySetInnerHTML={{ __html: error }} />
          ))}
        </ul>
      )}
      <p>
        <a href={href(path)}>{t('error.again')}</a>
      </p>
    </DangerAlert>
  );
}
