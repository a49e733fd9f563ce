import type { ConditionGroupInput, FulltextInput, GeoLocationInput } from '#contract/generated/resolvers.js';
import type { SavedSearch } from '../../platform/database/tables/alert-tables.js';

/** Returns a search in canonical form, with its parts in a fixed order, so that equal searches are stored only once. */
export function canonicalSearch({ language, fulltext, condition_group, geoLocation }: SavedSearch): SavedSearch {
  const group = condition_group && sorted(condition_group);
  return {
    language: [...language].sort(),
    ...(fulltext ? { fulltext: words(fulltext) } : {}),
    ...(group && !saysNothing(group) ? { condition_group: group } : {}),
    ...(geoLocation ? { geoLocation: place(geoLocation) } : {}),
  };
}

function words({ keys, fields, conjunction, literal }: FulltextInput): FulltextInput {
  return {
    keys,
    ...(fields?.length ? { fields: [...new Set(fields)].sort() } : {}),
    ...(conjunction ? { conjunction: conjunction.toUpperCase() } : {}),
    ...(literal ? { literal } : {}),
  };
}

function place(found: GeoLocationInput): GeoLocationInput {
  const { label, country, administrativeArea, lat, lon, radius, locationType } = found;
  return { label, country, administrativeArea, lat, lon, radius, locationType };
}

function sorted({ conjunction, conditions, groups, tags }: ConditionGroupInput): ConditionGroupInput {
  const plain = (conditions ?? []).map(({ name, value, operator }) => ({ name, value, operator: operator ?? '=' }));
  const inner = (groups ?? []).map(sorted).filter((group) => !saysNothing(group));
  return {
    conjunction: conjunction === 'OR' ? 'OR' : 'AND',
    ...(plain.length > 0 ? { conditions: inOrder(plain) } : {}),
    ...(inner.length > 0 ? { groups: inOrder(inner) } : {}),
    ...(tags?.length ? { tags: [...tags].sort() } : {}),
  };
}

function inOrder<T>(parts: readonly T[]): T[] {
  const keyed = [...new Map(parts.map((part) => [JSON.stringify(part), part]))];
  return keyed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

function saysNothing({ conditions, groups }: ConditionGroupInput): boolean {
  return !conditions?.length && !groups?.length;
}
