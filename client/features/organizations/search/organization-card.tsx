import type { OrganizationCardFragment } from '#contract/generated/operations.js';
import { MarkView, markOf } from '../../../components/ui/mark';
import { MarkedParts } from '../../../components/ui/marked-parts';
import { Tag } from '../../../components/ui/tag';
import { formatDistance, formatPlace } from '../../../lib/format';
import { usePage, type PageInfo } from '../../../lib/page-context';
import { ReusedEach, type MarkedText } from '../../../lib/reused.server';
import styles from './organization-card.module.css';

/** The properties on which a card's structure depends. */
interface OrganizationCardShape {
  featured: boolean;
}

/** The texts of a card. */
type OrganizationCardTexts = ReturnType<typeof textsOf>;

/** Organizations below each other. @param reasonsOf reasons for the result, if the user requested them */
export function OrganizationCards({
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
  const text = isMarked || mission === null ? snippet : [{ text: mission, marked: false }];
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
