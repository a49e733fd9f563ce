import {
  ADVERT_FACETS,
  type AdvertFacetName,
  CLOSING_DAYS,
  MAX_FACET_DAYS,
  PUBLISHED_DAYS,
} from '#contract/search/advert-facets.js';
import { payThresholds } from '../../reference/pay/pay-thresholds.js';
import type { SearchCondition, SearchQuery } from '../port/search.port.js';
import { hourOf, languageNumber, languageOfNumber } from './advert-codes.js';

export function isAdvertFacet(facet: string): facet is AdvertFacetName {
  return ADVERT_FACETS.some(({ name }) => name === facet);
}

/** Whether a condition concerns only advert facets. */
export function concernsAdverts(condition: SearchCondition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.length > 0 && condition.parts.every(concernsAdverts);
  return condition.kind === 'facet' && isAdvertFacet(condition.facet);
}

const MAX_AMOUNT = 2_000_000_000;
/** Maximum number of selected values that are counted in addition to the offered ones. */
const MAX_CHOSEN = 32;

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
