import type { ProductGrantsFactsFragment, SoldProductFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';

/** The benefits of a product, in display order. */
const GIVEN = ['jobCredits', 'contactCredits', 'jobSlots', 'contactSlots', 'featuredDays', 'topDays'] as const;

/** The benefits for the buyer of a product, one sentence each. */
export function benefitsOf(grants: ProductGrantsFactsFragment, t: Translate): string[] {
  return GIVEN.filter((kind) => grants[kind] > 0).map((kind) => t(`products.gives.${kind}`, { count: grants[kind] }));
}

/** Period of validity, what happens after it, and who may buy the product, one sentence each. */
export function termsOf(
  { grants, renewal, eligibility }: Pick<SoldProductFragment, 'grants' | 'renewal' | 'eligibility'>,
  t: Translate,
): string[] {
  const { creditDays, jobCredits, contactCredits, subscriptionMonths } = grants;
  const terms: string[] = [];
  if (creditDays !== null) terms.push(t('products.terms.creditDays', { count: creditDays }));
  else if (jobCredits + contactCredits > 0) terms.push(t('products.terms.noExpiry'));
  if (subscriptionMonths !== null) {
    terms.push(t('products.terms.months', { count: subscriptionMonths }));
    terms.push(t(`products.terms.renewal.${renewal}`));
  }
  if (eligibility === 'first_purchase') terms.push(t('products.terms.firstPurchase'));
  return terms;
}

/** The section of the price list in which a product is shown. */
export type ProductGroup = 'jobs' | 'contacts' | 'placements' | 'bundles' | 'subscriptions';

/** The sections for credits, in display order. */
export const CREDIT_GROUPS = ['jobs', 'contacts', 'bundles', 'placements'] as const;

/** @returns `bundles` for a product with several kinds of credits */
export function groupOf({
  subscriptionMonths,
  jobCredits,
  contactCredits,
  featuredDays,
  topDays,
}: ProductGrantsFactsFragment): ProductGroup {
  if (subscriptionMonths !== null) return 'subscriptions';
  const kinds = (
    [
      ['jobs', jobCredits],
      ['contacts', contactCredits],
      ['placements', featuredDays + topDays],
    ] as const
  ).filter(([, count]) => count > 0);
  return kinds.length === 1 ? kinds[0]![0] : 'bundles';
}

/** @returns the price of one credit in minor units, if the product consists of several credits and nothing else */
export function pricePerCredit(
  { grants }: Pick<SoldProductFragment, 'grants'>,
  amount: number,
): { kind: 'job' | 'contact'; amount: number } | undefined {
  const group = groupOf(grants);
  if (group !== 'jobs' && group !== 'contacts') return undefined;
  const count = grants.jobCredits + grants.contactCredits;
  return count > 1 ? { kind: group === 'jobs' ? 'job' : 'contact', amount: Math.round(amount / count) } : undefined;
}
