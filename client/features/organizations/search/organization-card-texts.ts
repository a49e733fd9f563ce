import type { OrganizationCardFragment } from '#contract/generated/operations.js';
import { markOf } from '../../../components/ui/mark';
import { formatDistance, formatPlace } from '../../../lib/format';
import type { PageInfo } from '../../../lib/page-context';
import type { MarkedText } from '../../../lib/reused.server';

/** The properties on which a card's structure depends. */
export interface OrganizationCardShape {
  featured: boolean;
}

/** The texts of a card. */
export type OrganizationCardTexts = ReturnType<typeof textsOf>;

/** Formats an organization with the texts of a page. */
export function organizationCard(
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
