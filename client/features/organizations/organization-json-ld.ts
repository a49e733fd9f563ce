import type { OrganizationDetailsFragment } from '../../../src/contract/generated/operations.js';

/** An organization as search engines want it (ROUTE-16), with the site's own words where it has none. */
export function organizationJsonLd(
  organization: OrganizationDetailsFragment,
  page: { url: string; origin: string; fallbackLogo: string; fallbackDescription: string },
): object {
  const { name, website, logo, mission } = organization;
  const image = logo?.url ?? page.fallbackLogo;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: website ?? page.url,
    logo: image.startsWith('/') ? page.origin + image : image,
    description: mission ?? page.fallbackDescription,
  };
}
