import {
  ADVERT_FACETS,
  type AdvertFacetName,
  CLOSING_DAYS,
  MAX_FACET_DAYS,
  PUBLISHED_DAYS,
} from '#contract/search/job-search.js';
import type { BackendSite } from '#contract/backend/backend.js';
import { formatWholeMoney } from '#shared/money/format-money.js';
import { payThresholds } from '../../reference/pay/annual-pay.js';
import type { SearchCondition, SearchQuery } from '../port/search.port.js';
import { textsOf } from '../../platform/texts/site-texts.js';

// Numeric codes for pay, closing dates and languages in search_job and the in-memory index.
const LETTER_A = 65;
const LETTERS = 26;
const SECONDS_A_DAY = 86_400;
const EPOCH_2000 = 946_684_800;

/** One more than the largest `currencyCode`. */
export const CURRENCY_CODES = LETTERS ** 3 + 1;
/** Closing day of jobs without one. It fits into a `smallint`. */
export const NEVER_CLOSES = 32_767;
const MAX_AMOUNT = 2_000_000_000;
/** Maximum number of selected values that are counted in addition to the offered ones. */
const MAX_CHOSEN = 32;
// Maximum number of cached labels: requests may contain any amount of pay; other values are a few dozen.
const MAX_REMEMBERED_LABELS = 500;

/** Returns the number of an ISO 4217 code, from 1; 0 if it is invalid. */
export function currencyCode(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0;
  return 1 + Array.from(currency).reduce((code, letter) => code * LETTERS + letter.charCodeAt(0) - LETTER_A, 0);
}

/** Returns the UTC day, counted from 2000, on which a job closes. @param end null if it has no closing date */
export function closingDay(end: Date | null): number {
  if (end === null) return NEVER_CLOSES;
  const day = Math.floor((end.getTime() / 1000 - EPOCH_2000) / SECONDS_A_DAY);
  return Math.min(Math.max(day, 0), NEVER_CLOSES - 1);
}

/** Returns the number of whole hours since 2000. */
function hourOf(moment: Date): number {
  return Math.floor((moment.getTime() / 1000 - EPOCH_2000) / 3600);
}

/** Encodes a base language (`de`) as a facet value, which is a number. @returns undefined if it is not a base language */
export function languageNumber(language: string): number | undefined {
  return /^[a-z]{2,3}$/.test(language) ? parseInt(language, 36) : undefined;
}

/** Returns the language of a `languageNumber`. */
export function languageOfNumber(number: number): string {
  return number.toString(36);
}

export function isAdvertFacet(facet: string): facet is AdvertFacetName {
  return ADVERT_FACETS.some(({ name }) => name === facet);
}

/** Whether a condition concerns only advert facets. */
export function concernsAdverts(condition: SearchCondition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.length > 0 && condition.parts.every(concernsAdverts);
  return condition.kind === 'facet' && isAdvertFacet(condition.facet);
}

/**
 * Parses the value of a condition on an advert facet.
 *
 * @param text value in the request
 * @returns `rule` for the error message if it is not a value of the facet
 */
export function readAdvertValue(facet: AdvertFacetName, text: string): { value: number } | { rule: string } {
  if (facet === 'language') {
    const value = languageNumber(text);
    return value === undefined ? { rule: 'a language code such as "de"' } : { value };
  }
  const most = facet === 'pay' ? MAX_AMOUNT : MAX_FACET_DAYS;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? { value } : { rule: `a whole number from 1 to ${most}` };
}

/** Formats a value as in requests. */
export function writeAdvertValue(facet: string, value: number): string {
  return facet === 'language' ? languageOfNumber(value) : String(value);
}

/**
 * Completes a query with what advert facets need: the hour and the currency to which its values refer, and the values to count. The time
 * is rounded to the hour, so that answers can be cached for an hour.
 *
 * @param currency ISO 4217 code; undefined if the site has no currency, so that pay cannot be compared
 */
export function withAdvertReference(
  query: SearchQuery,
  { now, currency }: { now: Date; currency: string | undefined },
): SearchQuery {
  const { where, selections, facets } = query;
  const conditions = [where, ...selections.map((selection) => selection.where)];
  if (!facets.some(({ facet }) => isAdvertFacet(facet)) && !conditions.some(mentionsAdverts)) return query;
  return {
    ...query,
    adverts: { hour: hourOf(now), currency },
    facets: facets.map((request) =>
      isAdvertFacet(request.facet)
        ? { ...request, counted: countedValues(request.facet, selections, currency) }
        : request,
    ),
  };
}

/** Returns the languages selected in the language filter; empty if it is not used. */
export function chosenLanguages(selections: SearchQuery['selections']): string[] {
  return selections
    .filter(({ facet }) => facet === 'language')
    .flatMap(({ where }) => valuesIn(where))
    .map(languageOfNumber);
}

function mentionsAdverts(condition: SearchCondition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.some(mentionsAdverts);
  return condition.kind === 'facet' && isAdvertFacet(condition.facet);
}

/** Returns the offered and the selected values; undefined to count all values that occur. */
function countedValues(
  facet: AdvertFacetName,
  selections: SearchQuery['selections'],
  currency: string | undefined,
): number[] | undefined {
  if (facet === 'language') return undefined;
  if (facet === 'pay' && currency === undefined) return [];
  const offered = { pay: () => payThresholds(currency!), published: () => PUBLISHED_DAYS, closing: () => CLOSING_DAYS };
  const chosen = selections.filter((selection) => selection.facet === facet).flatMap(({ where }) => valuesIn(where));
  return [...new Set([...offered[facet](), ...chosen.slice(0, MAX_CHOSEN)])].sort((a, b) => a - b);
}

function valuesIn(condition: SearchCondition): number[] {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.flatMap(valuesIn);
  return condition.kind === 'facet' && condition.value !== null ? [condition.value] : [];
}

/** Returns the currency in which pay on a site is compared: the first one configured. @returns undefined if there is none */
export function currencyOf({ currencies = [] }: Pick<BackendSite, 'currencies'>): string | undefined {
  return currencies[0];
}

type LabelledSite = Pick<BackendSite, 'locales' | 'texts' | 'currencies'>;
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
  if (!labels || labels.size >= MAX_REMEMBERED_LABELS) remembered.set(site, (labels = new Map<string, string>()));
  const key = `${locale} ${facet} ${value}`;
  let known = labels.get(key);
  if (known === undefined) labels.set(key, (known = label(facet, value, site, locale)));
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
