import type { FeaturedOrganizationsQuery, OrganizationCardFragment } from '#contract/generated/operations.js';
import { ORGANIZATIONS_PATH } from '#contract/pages/paths.js';
import {
  organizationSearchView,
  type OrganizationSearchView,
} from '../../features/organizations/search/organization-search';
import { usePage, type PageInfo, useSite } from '../../lib/page-context';
import { NoResults } from '../../components/search/no-results';
import { SearchLayout } from '../../components/search/search-layout';
import { SearchResults, reasonsFor } from '../../components/search/search-results';
import { foundSentence } from '../../components/search/search-view';
import { Island } from '../../lib/islands/island';
import { FeaturedOrganizations } from '../../features/organizations/promoted-organizations';
import { MarkView, markOf } from '../../components/ui/mark';
import { MarkedParts, nearFirstMatch } from '../../components/ui/marked-parts';
import { Tag } from '../../components/ui/tag';
import { formatDistance, formatPlace } from '../../lib/format';
import { ReusedEach, type MarkedText } from '../../lib/reused.server';
import styles from '../../features/organizations/search/organization-card.module.css';
import { OrganizationCount } from '../../features/organizations/search/organization-count';
import type { OrganizationsPageData } from './+load.server';

export function Page({ data }: { data: OrganizationsPageData }) {
  const { href } = usePage();
  const { kind, state, result, pathFacets, featured, whole, radius } = data;
  const view = organizationSearchView(kind, state, result, { href, pathFacets });
  return <OrganizationsLayout view={view} whole={whole} radius={radius} featured={featured} />;
}

/**
 * The search for organizations, with the ones that the site promotes.
 *
 * @param whole the facet of which all values are shown
 * @param radius the selected radius; undefined hides the field
 */
function OrganizationsLayout({
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

/** The properties on which a card's structure depends. */
interface OrganizationCardShape {
  featured: boolean;
}

/** The texts of a card. */
type OrganizationCardTexts = ReturnType<typeof textsOf>;

/** Organizations below each other. @param reasonsOf reasons for the result, if the user requested them */
function OrganizationCards({
  organizations,
  reasonsOf,
}: {
  organizations: readonly OrganizationCardFragment[];
  reasonsOf: (organization: OrganizationCardFragment) => readonly string[];
}) {
  const page = usePage();
  return (
    <ol className={styles.list}>
      <ReusedEach
        name="organization"
        items={organizations}
        part={(organization) => organizationCard(organization, reasonsOf(organization), page)}
      >
        {(shape, texts) => <OrganizationCard {...shape} texts={texts} />}
      </ReusedEach>
    </ol>
  );
}

/** An organization as a list item; the whole card is a link to its page. */
function OrganizationCard({ featured, texts }: OrganizationCardShape & { texts: OrganizationCardTexts }) {
  const { t } = usePage();
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <MarkView {...texts} />
        <h2>
          <a href={texts.href} lang={texts.language}>
            {texts.name}
          </a>
        </h2>
      </div>
      <p lang={texts.language} className={styles.text}>
        <MarkedParts {...texts.text} />
      </p>
      <ul className={styles.facts}>
        {texts.industry && <li>{texts.industry}</li>}
        {texts.place && <li>{texts.place}</li>}
        <li className={styles.jobs}>{texts.jobs}</li>
        {featured && (
          <li>
            <Tag>{t('organizations.featured')}</Tag>
          </li>
        )}
      </ul>
      {texts.reasons.length > 0 && (
        <ul className={styles.reasons}>
          {texts.reasons.map((reason, index) => (
            <li key={index}>{reason}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Formats an organization with the texts of a page. */
function organizationCard(
  organization: OrganizationCardFragment,
  reasons: readonly string[],
  page: PageInfo,
): { shape: OrganizationCardShape; texts: OrganizationCardTexts } {
  const { snippet, mission, featured } = organization;
  const isMarked = snippet.some((part) => part.marked);
  const text = isMarked || mission === null ? nearFirstMatch(snippet) : [{ text: mission, marked: false }];
  return {
    shape: { featured },
    texts: textsOf(organization, { text: { parts: text }, reasons }, page),
  };
}

function textsOf(
  { name, url, language, logo, industry, address, openJobs, distance }: OrganizationCardFragment,
  own: { text: MarkedText; reasons: readonly string[] },
  { t, locale, site, href }: PageInfo,
) {
  const { src, srcSet, initials, tint } = markOf({ name, logo });
  const place = address ? formatPlace(address, locale, site.countries) : '';
  return {
    src,
    srcSet,
    initials,
    tint,
    name,
    language,
    href: href(url.path),
    industry: industry?.label,
    place: (place && distance !== null ? `${place} · ${formatDistance(distance, locale)}` : place) || undefined,
    jobs: t('organization.openJobs', { count: openJobs }),
    ...own,
  };
}
