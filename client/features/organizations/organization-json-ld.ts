import type { OrganizationDetailsFragment } from '#contract/generated/operations.js';
import { webAddress } from '../../components/embeds/embed-address';

/**
 * An organization as structured data for search engines (ROUTE-16), with the site's generic description if it has none.
 */
export function organizationJsonLd(
  organization: OrganizationDetailsFragment,
  page: { url: string; origin: string; fallbackLogo: string; fallbackDescription: string },
): object {
  const {
    name,
    alternativeName,
    logo,
    mission,
    foundedYear,
    organizationLocation: address,
    socialProfiles,
  } = organization;
  const profiles = socialProfiles.map(({ url }) => webAddress(url)).filter((url) => url !== undefined);
  const image = logo?.url ?? page.fallbackLogo;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    alternateName: alternativeName ?? undefined,
    url: webAddress(organization.website) ?? page.url,
    logo: image.startsWith('/') ? page.origin + image : image,
    description: mission ?? page.fallbackDescription,
    foundingDate: foundedYear ? String(foundedYear) : undefined,
    sameAs: profiles.length ? profiles : undefined,
    address: address
      ? {
          '@type': 'PostalAddress',
          streetAddress: address.addressLine1 ?? undefined,
          addressLocality: address.locality ?? undefined,
          addressRegion: address.administrativeArea ?? undefined,
          postalCode: address.zip ?? undefined,
          addressCountry: address.countryCode,
        }
      : undefined,
  };
}
