import type { UnderstoodPhrase } from '#contract/generated/resolvers.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { SalaryUnit } from '../../platform/database/schema.js';
import { annualPay } from '../../reference/pay/annual-pay.js';
import { convert, REFERENCE_RATES } from '../../reference/pay/exchange-rates.js';
import { advertLabel, currencyOf } from '../adverts/advert-labels.js';
import type { ReadPhrase } from './query-reader.js';
import type { TypedPay } from './read-pay.js';

type Asked = Pick<RequestContext, 'site' | 'locale'>;

const DAYS = ['published', 'closing'] as const;

/** @returns a phrase about pay or days as an advert filter; undefined if it is of another kind, or its pay cannot be converted */
export function advertPhrase(phrase: ReadPhrase, isPlaceBox: boolean, context: Asked): UnderstoodPhrase | undefined {
  const facet = phrase.kind === 'pay' ? 'pay' : DAYS.find((name) => name === phrase.kind);
  if (!facet) return undefined;
  const value = phrase.kind === 'pay' ? yearlyPay(phrase.pay, currencyOf(context.site)) : daysOf(phrase);
  if (value === undefined) return undefined;
  const label = advertLabel(facet, value, context);
  return { kind: facet, typed: phrase.typed, isPlaceBox, field: facet, value: String(value), label };
}

function daysOf(phrase: ReadPhrase): number | undefined {
  return 'values' in phrase && phrase.values.length === 1 ? Number(phrase.values[0]) : undefined;
}

/** @param own currency of the site, which its pay filter uses */
function yearlyPay({ amount, currency, unit }: TypedPay, own: string | undefined): number | undefined {
  if (own === undefined) return undefined;
  const stated = currency ?? own;
  const yearly = annualPay({
    min: amount,
    max: amount,
    currency: stated,
    unit: unit.toUpperCase() as SalaryUnit,
  });
  const converted = yearly === undefined ? undefined : convert(yearly, stated, own, REFERENCE_RATES);
  return converted === undefined ? undefined : Math.floor(converted);
}
