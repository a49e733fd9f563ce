import type { ManagedProductFactsFragment } from '#contract/generated/operations.js';
import { PRODUCT_NUMBERS, priceField, textField, writeAmount } from '#contract/commerce/product-fields.js';

/** The valid prices: the latest one of each currency that still has one. */
export function currentPrices({
  priceHistory,
}: Pick<ManagedProductFactsFragment, 'priceHistory'>): { currency: string; amount: number }[] {
  const newest = new Map<string, number | null>();
  for (const { currency, amount } of priceHistory) if (!newest.has(currency)) newest.set(currency, amount);
  return [...newest].flatMap(([currency, amount]) => (amount === null ? [] : [{ currency, amount }]));
}

/** Initial values of a product's form. */
export function productValues(product: ManagedProductFactsFragment): Record<string, string> {
  const { code, names, descriptions, grants, eligibility, renewal, position } = product;
  const numbers = PRODUCT_NUMBERS.map((name): [string, string] => {
    const value = name === 'position' ? position : grants[name];
    return [name, value === null || (value === 0 && name !== 'position') ? '' : String(value)];
  });
  const texts = [
    ...names.map(({ locale, text }): [string, string] => [textField('name', locale), text]),
    ...descriptions.map(({ locale, text }): [string, string] => [textField('description', locale), text]),
  ];
  const prices = currentPrices(product).map(({ currency, amount }): [string, string] => [
    priceField(currency),
    writeAmount(amount, currency),
  ]);
  return { code, eligibility, renewal, ...Object.fromEntries([...texts, ...prices, ...numbers]) };
}
