import type { FeaturedOrganizationsQuery } from '#contract/generated/operations.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import { NoResults } from '../../../components/search/no-results';
import { SearchLayout } from '../../../components/search/search-layout';
import { SearchResults } from '../../../components/search/search-results';
import { foundSentence } from '../../../components/search/search-sentence';
import { reasonsFor } from '../../../components/search/why';
import { Island } from '../../../lib/islands/island';
import { usePage } from '../../../lib/page-context';
import { useSite } from '../../../lib/site-context';
import { FeaturedOrganizations } from '../promoted-organizations';
import { OrganizationCards } from './organization-card';
import styles from './organization-card.module.css';
import { OrganizationCount } from './organization-count';
import type { OrganizationSearchView } from './organization-search-view';

/**
 * The search for organizations, with the ones that the site promotes.
 *
 * @param whole the facet of which all values are shown
 * @param radius the selected radius; undefined hides the field
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
  const page = usePage();
  const { t, href, site } = page;
  const { fieldsOfStudy, onlyFeaturedOrganizations } = useSite().features;
  const { texts, state, result } = view;
  return (
    <SearchLayout
      view={view}
      id="organizations"
      formId="organization-search"
      action={href(ORGANIZATIONS_PATH)}
      labels={{ form: t('organizations.searchName'), button: t('organizations.search') }}
      about="organizations"
      whole={whole}
      radius={radius}
      apply={
        <Island
          name="organization-count"
          when="visible"
          component={OrganizationCount}
          props={{ count: result.result_count, features: { fieldsOfStudy, onlyFeaturedOrganizations } }}
        />
      }
    >
      <SearchResults
        view={view}
        sentence={foundSentence(texts, state, result, t)}
        perPage={site.search.organizationsPerPage}
        sortable={Boolean(state.search)}
        before={
          featured.length > 0 && (
            <section className={styles.featured} aria-labelledby="featured">
              <h2 id="featured">{t('organizations.featuredTitle')}</h2>
              <FeaturedOrganizations organizations={featured} />
            </section>
          )
        }
      >
        {result.documents.length > 0 ? (
          <OrganizationCards organizations={result.documents} reasonsOf={(each) => reasonsFor(each, view, page)} />
        ) : (
          <NoResults view={view} all={ORGANIZATIONS_PATH} />
        )}
      </SearchResults>
    </SearchLayout>
  );
}
