import type { FeaturedOrganizationsQuery } from '#contract/generated/operations.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { ActiveFilters } from '../../../components/search/filters/active-filters';
import { Filters } from '../../../components/search/filters/filters';
import { NoResults } from '../../../components/search/no-results';
import results from '../../../components/search/results.module.css';
import { SearchBar } from '../../../components/search/search-bar';
import { SearchNotes } from '../../../components/search/search-notes';
import { defaultSorting } from '../../../components/search/search-state';
import { reasonsFor, WhyLink } from '../../../components/search/why';
import { Sorting } from '../../../components/search/sorting';
import { Pagination } from '../../../components/ui/pagination';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { FeaturedOrganizations } from '../featured-organizations';
import { OrganizationCards } from './organization-card';
import { OrganizationCount } from './organization-count';
import { organizationSentence } from './organization-sentence';
import type { OrganizationSearchView } from './organization-search-view';
import styles from './organizations-layout.module.css';

const MAX_PAGES = 1000;

/**
 * Filters and results, beside each other where there is room.
 * @param whole the facet that shows all its values
 * @param radius chosen in the radius box; undefined: it is not shown
 */
export function OrganizationsLayout({
  view,
  whole,
  radius,
  featured,
}: {
  view: OrganizationSearchView;
  whole?: string;
  radius?: number;
  featured: FeaturedOrganizationsQuery['featuredOrganizations'];
}) {
  const { t, href } = usePage();
  const { fieldsOfStudy, onlyFeaturedOrganizations } = useSite().features;
  const { kind, state } = view;
  return (
    <div className={styles.page} id="organizations" data-search>
      <form
        className={styles.form}
        id="organization-search"
        data-search-form
        action={href(ORGANIZATIONS_PATH)}
        role="search"
        // The address says what is ticked; a browser that restores older ticks would contradict it.
        autoComplete="off"
        aria-label={t('organizations.searchName')}
      >
        <div className={styles.bar} data-region="search">
          <SearchBar state={state} radius={radius} label={t('organizations.search')} about="organizations" />
          {state.sorting !== defaultSorting(kind, state.search) && (
            <input type="hidden" name="sorting" value={state.sorting} />
          )}
        </div>
        <Filters
          view={view}
          whole={whole}
          apply={
            <Island
              name="organization-count"
              when="visible"
              component={OrganizationCount}
              props={{ count: view.result.result_count, features: { fieldsOfStudy, onlyFeaturedOrganizations } }}
            />
          }
        />
      </form>
      <Results view={view} featured={featured} />
    </div>
  );
}

function Results({
  view,
  featured,
}: {
  view: OrganizationSearchView;
  featured: FeaturedOrganizationsQuery['featuredOrganizations'];
}) {
  const page = usePage();
  const { t, site } = page;
  const { state, result } = view;
  const pages = Math.min(Math.ceil(result.result_count / site.search.organizationsPerPage), MAX_PAGES);
  return (
    <section
      className={results.results}
      id="results"
      data-region="results"
      data-href={view.here}
      aria-labelledby="found"
    >
      <div className={results.head}>
        <h1 id="found" tabIndex={-1}>
          {organizationSentence(state, result, t)}
        </h1>
        <div className={results.tools}>
          {result.result_count > 1 && state.search && <Sorting view={view} />}
          <WhyLink view={view} />
        </div>
      </div>
      <ActiveFilters view={view} />
      <SearchNotes view={view} />
      {featured.length > 0 && (
        <section className={styles.featured} aria-labelledby="featured">
          <h2 id="featured">{t('organizations.featuredTitle')}</h2>
          <FeaturedOrganizations organizations={featured} />
        </section>
      )}
      {result.documents.length > 0 ? (
        <OrganizationCards organizations={result.documents} reasonsOf={(each) => reasonsFor(each, view, page)} />
      ) : (
        <NoResults view={view} all={ORGANIZATIONS_PATH} />
      )}
      <div className={results.after}>
        <Pagination
          page={state.page}
          pages={pages}
          href={(page) => view.href({ ...state, page })}
          labels={{ name: t('search.pages.name'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
        />
      </div>
    </section>
  );
}
