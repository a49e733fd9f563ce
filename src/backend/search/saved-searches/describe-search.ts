import type { ConditionGroupInput, ConditionInput, GeoLocationInput } from '#contract/generated/resolvers.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { MISSING } from '../query/condition-groups.js';
import type { SearchIndex } from '../query/search-index.js';
import type { IndexKind } from '../port/search.port.js';
import type { SavedSearch } from '../../platform/database/tables/alert-tables.js';

const MAX_PARTS = 8;
const MAX_PART_LENGTH = 80;

/** Returns the names of a facet's values; values without a name are omitted. */
export type NameValues = (facet: string, values: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** Functions for describing a saved search in a language. */
export interface SearchWords {
  nameValues: NameValues;
  /** @returns the place with its area and country; undefined if there is none */
  namePlace: (place: GeoLocationInput) => Promise<string | undefined>;
  kilometres: (distance: number) => string;
}

/**
 * Describes a saved search so that users recognize it: `cook · Toronto, Ontario, Canada (50 km) · Full-time`.
 *
 * @returns an empty text for a search without conditions
 */
export async function describeSearch<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { fulltext, condition_group: group, geoLocation }: SavedSearch,
  { nameValues, namePlace, kilometres }: SearchWords,
): Promise<string> {
  const parts = [...(fulltext?.keys ?? [])];
  const label = geoLocation && (await namePlace(geoLocation));
  if (label) {
    const { radius } = geoLocation;
    parts.push(typeof radius === 'number' ? `${label} (${kilometres(radius)})` : label);
  }
  for (const { name, value } of conditionsOf(group)) {
    const facet = index.facets.find((known) => known.field === name || known.name === name)?.name;
    if (facet === undefined) parts.push(value.replace(/^%|%$/g, ''));
    else if (value !== MISSING) {
      const values = value.split(',').flatMap((part) => {
        const read = index.readValue?.(facet, part) ?? { value: Number(part) };
        return 'value' in read ? read.value : [];
      });
      const names = await nameValues(facet, values);
      parts.push(...values.flatMap((each) => names.get(each) ?? []));
    }
  }
  const shown = parts.map(shortened).filter((part) => part !== '');
  return [...shown.slice(0, MAX_PARTS), ...(shown.length > MAX_PARTS ? ['…'] : [])].join(' · ');
}

function conditionsOf(group: ConditionGroupInput | undefined): ConditionInput[] {
  if (!group) return [];
  return [...(group.conditions ?? []), ...(group.groups ?? []).flatMap(conditionsOf)];
}

function shortened(text: string): string {
  const signs = Array.from(text.trim());
  return signs.length > MAX_PART_LENGTH ? `${signs.slice(0, MAX_PART_LENGTH).join('')}…` : signs.join('');
}

/** Returns the labels of terms by id. */
export function termNames(terms: TermCatalog, ids: readonly number[], language: string): Map<number, string> {
  return new Map(
    ids.flatMap((id) => {
      const term = terms.term(id, language);
      return term ? [[id, term.label] as const] : [];
    }),
  );
}

/** @returns a function that formats `50 km` in the language */
export function kilometresIn(language: string): (distance: number) => string {
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' });
  return (distance) => format.format(distance);
}
