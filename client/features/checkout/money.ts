import type { OrderPriceFactsFragment } from '#contract/generated/operations.js';
import { formatMoney } from '#shared/money/format-money.js';
import type { Translate } from '#shared/text/translator.js';

/** A line of a price: label and amount. */
export interface PriceLine {
  key: string;
  label: string;
  amount: string;
}

/** The components of a price, with the total last. */
export function priceLines(
  { currency, unitAmount, netAmount, taxes, total }: Omit<OrderPriceFactsFragment, 'priceId' | 'taxNote'>,
  { t, locale, quantity }: { t: Translate; locale: string; quantity: number },
): PriceLine[] {
  const money = (amount: number) => formatMoney(amount, currency, locale);
  return [
    ...(quantity > 1
      ? [{ key: 'unit', label: t('checkout.price.unit', { count: quantity }), amount: money(unitAmount) }]
      : []),
    { key: 'net', label: t('checkout.price.net'), amount: money(netAmount) },
    ...taxes.map(({ label, amount }) => ({ key: label, label, amount: money(amount) })),
    { key: 'total', label: t('checkout.price.total'), amount: money(total) },
  ];
}
