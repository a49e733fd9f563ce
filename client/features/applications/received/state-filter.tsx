import type { ApplicationState } from '#contract/generated/operations.js';
import { formatNumber } from '../../../lib/format';
import { usePage } from '../../../lib/page-context';
import { type ListQuery, listQueryText } from '#contract/applications/list-query.js';
import styles from '../applications.module.css';

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
