import { SearchBar } from '../../../components/search/search-layout';
import { usePage } from '../../../lib/page-context';
import { formatNumber } from '../../../lib/format';
import styles from './popular-causes.module.css';
import type { JobSearchResult } from './search-view';

const FIELD = 'field_job_industry';
const SHOWN = 12;

/** The search fields: what and where, nothing more. */
export function JobSearchForm() {
  const { href, t } = usePage();
  return (
    <form action={href('/jobs')} role="search" aria-label={t('jobs.searchName')}>
      <SearchBar label={t('jobs.search')} />
    </form>
  );
}

/** The causes with the most jobs, and their numbers. */
export function PopularCauses({ result }: { result: Pick<JobSearchResult, 'facets'> }) {
  const { locale, href } = usePage();
  const causes = result.facets.find(({ name }) => name === FIELD || name === 'industry')?.values ?? [];
  return (
    <ul className={styles.causes}>
      {causes.slice(0, SHOWN).map(({ filter, label, slug, count }) => (
        <li key={filter}>
          <a href={href(slug ? `/jobs/${slug}` : `/jobs?industry=${filter}`)}>
            {label}
            <small>{formatNumber(count, locale)}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}
