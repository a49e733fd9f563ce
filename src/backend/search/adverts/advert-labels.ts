import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { formatWholeMoney } from '#shared/money/format-money.js';
import { textsOf } from '../../platform/texts/site-texts.js';
import { languageOfNumber } from './advert-facets.js';

/** Returns the currency in which pay on a site is compared: the first one configured. @returns undefined if there is none */
export function currencyOf({ currencies = [] }: Pick<BackendSite, 'currencies'>): string | undefined {
  return currencies[0];
}

type LabelledSite = Pick<BackendSite, 'locales' | 'texts' | 'currencies'>;

// Maximum number of cached labels: requests may contain any amount of pay; other values are a few dozen.
const MAX_REMEMBERED = 500;
const remembered = new WeakMap<LabelledSite, Map<string, string>>();

/**
 * Returns the label of a value of an advert facet: `At least £40,000 a year`, `Last 7 days`, `German`.
 *
 * @param locale locale or language of the label
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

/** Returns the capitalized name of a language; its code if there is no name. */
function languageName(code: string, locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
