import type { RoleName } from '#contract/generated/operations.js';
import { OWN_PRODUCTS_PATH, type Path, PRODUCTS_PATH } from '#contract/pages/paths.js';
import type { SiteCommerce } from '#contract/pages/public-site.js';

/**
 * @returns the pages about products that are useful to the user: those for recruiters, if recruiters buy products
 * themselves
 */
export function productLinks(
  roles: readonly RoleName[],
  { selfService }: Pick<SiteCommerce, 'selfService'>,
): { path: Path; label: string }[] {
  if (!selfService || !roles.includes('recruiter')) return [];
  return [
    { path: OWN_PRODUCTS_PATH, label: 'my-products.title' },
    { path: PRODUCTS_PATH, label: 'products.title' },
  ];
}
