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

/** Whether a condition is about nothing but facets of adverts. */
export function concernsAdverts(condition: SearchCondition): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.length > 0 && condition.parts.every(concernsAdverts);
  return condition.kind === 'facet' && isAdvertFacet(condition.facet);
}

const MAX_AMOUNT = 2_000_000_000;
/** So many chosen values are counted beside those that are offered. */
const MAX_CHOSEN = 32;

/**
 * The value of a condition on a facet of adverts.
 *
 * @param text as a request has it
 * @returns `rule`, for the message, where it is no value of the facet
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

/** The value as requests have it. */
export function writeAdvertValue(facet: string, value: number): string {
  return facet === 'language' ? languageOfNumber(value) : String(value);
}

/**
 * A query that can be answered for what it asks about adverts: with the hour and the currency in which its values are meant, and the
 * values that are counted. The hour, not the moment, so that an answer serves for an hour.
 *
 * @param currency ISO 4217; undefined: the site has none, and nothing is known of its pay
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

/** The languages of adverts that a search is narrowed to by its filter; none: it is not. */
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

/** The values that are offered, and those that are chosen; undefined: all that occur. */
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
