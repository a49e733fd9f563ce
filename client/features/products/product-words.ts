import type { ProductGrantsFactsFragment, SoldProductFragment } from '#contract/generated/operations.js';
import type { Translate } from '#shared/text/translator.js';

/** What a product gives, in the order in which it is told. */
const GIVEN = ['jobCredits', 'contactCredits', 'jobSlots', 'contactSlots', 'featuredDays', 'topDays'] as const;

/** What the buyer of a product gets, a sentence each. */
export function gainsOf(grants: ProductGrantsFactsFragment, t: Translate): string[] {
  return GIVEN.filter((kind) => grants[kind] > 0).map((kind) => t(`products.gives.${kind}`, { count: grants[kind] }));
}

/** For how long it is valid, what happens then, and who may buy it, a sentence each. */
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

/** Under which heading a product stands. */
export type ProductGroup = 'jobs' | 'contacts' | 'placements' | 'bundles' | 'subscriptions';

/** Those of credits, in the order in which they stand. */
export const CREDIT_GROUPS = ['jobs', 'contacts', 'bundles', 'placements'] as const;

/** @returns `bundles` for what gives several kinds of credits */
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

/** @returns the price of one credit in minor units, where a product has several credits and nothing else */
export function pricePerCredit(
  { grants }: Pick<SoldProductFragment, 'grants'>,
  amount: number,
): { kind: 'job' | 'contact'; amount: number } | undefined {
  const group = groupOf(grants);
  if (group !== 'jobs' && group !== 'contacts') return undefined;
  const count = grants.jobCredits + grants.contactCredits;
  return count > 1 ? { kind: group === 'jobs' ? 'job' : 'contact', amount: Math.round(amount / count) } : undefined;
}
