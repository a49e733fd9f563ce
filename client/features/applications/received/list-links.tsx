import {
  applicationBoardPath,
  jobApplicationsPath,
  APPLICATION_LIST_FILE_PATH,
  printedApplicationsPath,
} from '#contract/pages/paths.js';
import type { ApplicationState } from '#contract/generated/operations.js';
import { type ListQuery, listQueryText } from '#contract/applications/list-query.js';
import { ButtonLink } from '../../../components/ui/buttons/button';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import styles from '../applications.module.css';

/** Links to the views of a job's applications. */
export function ViewLinks({ jobId, current }: { jobId: string; current: 'list' | 'board' }) {
  const { t, href } = usePage();
  return (
    <nav aria-label={t('applications.board.views')} className={styles.filter}>
      <a href={href(jobApplicationsPath(jobId))} aria-current={current === 'list' ? 'page' : undefined}>
        {t('applications.board.list')}
      </a>
      <a href={href(applicationBoardPath(jobId))} aria-current={current === 'board' ? 'page' : undefined}>
        {t('applications.board.title')}
      </a>
    </nav>
  );
}

/** The states of a job's applications, each a link that filters the list. */
export function StateFilter({
  counts,
  query,
  address,
}: {
  counts: readonly { state: ApplicationState; count: number }[];
  query: ListQuery;
  /** Address of the unfiltered list. */
  address: string;
}) {
  const { t, locale } = usePage();
  const { state } = query;
  const hrefOf = (wanted: ApplicationState | undefined) => address + listQueryText({ ...query, state: wanted });
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const links = [
    { name: t('applications.all'), href: hrefOf(undefined), count: all, current: state === undefined },
    ...counts.map((each) => ({
      name: t(`applications.state.employer.${each.state}`),
      href: hrefOf(each.state),
      count: each.count,
      current: state === each.state,
    })),
  ];
  return (
    <nav aria-label={t('applications.filter')} className={styles.filter}>
      {links.map(({ name, href, count, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {name} <small>{formatNumber(count, locale)}</small>
        </a>
      ))}
    </nav>
  );
}

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
