import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { formatWholeMoney } from '#shared/money/format-money.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { languageOfNumber } from './advert-codes.js';

/** The currency in which pay on a site is compared: the first that it has. @returns undefined: it has none */
export function currencyOf({ currencies = [] }: Pick<BackendSite, 'currencies'>): string | undefined {
  return currencies[0];
}

type LabelledSite = Pick<BackendSite, 'locales' | 'texts' | 'currencies'>;

// Anybody may ask for any amount of pay; the others are a few dozen.
const MAX_REMEMBERED = 500;
const remembered = new WeakMap<LabelledSite, Map<string, string>>();

/**
 * A value of a facet of adverts in words: `At least £40,000 a year`, `Last 7 days`, `German`.
 *
 * @param locale or language that it is said in
 */
export function advertLabel(
  facet: AdvertFacetName,
  value: number,
  { site, locale }: { site: LabelledSite; locale: string },
): string {
  let labels = remembered.get(site);
  if (!labels || labels.size >= MAX_REMEMBERED) remembered.set(site, (labels = new Map<string, string>()));
  const key = `${locale} ${facet} ${value}`;
  const known = labels.get(key) ?? label(facet, value, site, locale);
  labels.set(key, known);
  return known;
}

function label(facet: AdvertFacetName, value: number, site: LabelledSite, locale: string): string {
  const { t, locale: own } = textsOf(site, locale);
  switch (facet) {
    case 'pay': {
      const currency = currencyOf(site);
      const amount = currency === undefined ? String(value) : formatWholeMoney(value, currency, own);
      return t('facets.pay', { amount });
    }
    case 'published':
      return t('facets.published', { count: value });
    case 'closing':
      return t('facets.closing', { count: value });
    case 'language':
      return languageName(languageOfNumber(value), own);
  }
}

/** In the form that begins a line; the code where the language has no name. */
function languageName(code: string, locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
