import { type ListQuery, listQueryText } from '#contract/applications/list-query.js';
import { APPLICATION_LIST_FILE_PATH, printedApplicationsPath } from '#contract/pages/paths.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';

/** Links to all listed applications, of all pages: as a file, and as a printable page. */
export function ListExports({ jobId, query }: { jobId: string; query: ListQuery }) {
  const { t, href } = usePage();
  const text = listQueryText(query);
  const file = `${APPLICATION_LIST_FILE_PATH}?job=${jobId}${text.replace('?', '&')}` as const;
  return (
    <div className={styles.steps} role="group" aria-label={t('applications.print.exports')}>
      <ButtonLink kind="quiet" href={href(file)} download="">
        {t('applications.print.file')}
      </ButtonLink>
      <ButtonLink kind="quiet" href={href(printedApplicationsPath(jobId)) + text}>
        {t('applications.print.title')}
      </ButtonLink>
    </div>
  );
}
