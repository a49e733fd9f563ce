import type { Translate } from '#shared/text/translator.js';
import type { StoredTax } from './order-price.js';

/** Label of a tax, for example `HST 13 %`. */
export function taxLabel({ tax, rate }: StoredTax['lines'][number], locale: string, t: Translate): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }).format(rate / 100_000);
  return `${t(`invoice.taxName.${tax}`)} ${percent}`;
}
