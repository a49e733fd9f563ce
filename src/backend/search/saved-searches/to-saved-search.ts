import type { ConditionGroupInput, GeoLocationInput } from '#contract/generated/resolvers.js';
import { badUserInput } from '../../platform/graphql/rejection.js';
import type { Places } from '../../reference/places/places.port.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import { readKeys, readRequest } from '../query/read-request.js';
import type { SearchIndex } from '../query/search-index.js';
import { locate, type ResolvedLocation } from '../query/search-location.js';
import type { IndexKind, SearchQuery } from '../port/search.port.js';
import type { SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';

const MAX_LENGTH = 20_000;

/**
 * Makes of a request what can be asked later and finds what the request finds now: a correction of its words and the place that a label
 * means are those of today.
 *
 * @throws BAD_USER_INPUT naming what is not understood
 */
export async function toSavedSearch<Kind extends IndexKind>(
  {
    index,
    search,
    places,
    complete = (query) => query,
  }: {
    index: SearchIndex<Kind>;
    search: CorrectingSearch<Kind>;
    places: Places;
    /** Adds to a query what it is relative to, such as the present time. */
    complete?: (query: SearchQuery<Kind>) => SearchQuery<Kind>;
  },
  request: SearchToSave,
  site: string,
): Promise<SavedSearch> {
  const query = complete(queryOf(index, request, site));
  const whereabouts = await locate(places, request.geoLocation);
  const { correction } = await search.search({ ...query, area: whereabouts?.area, limit: 1 });
  const saved: SavedSearch = { language: [...query.languages].sort() };
  const keys = readKeys(request.fulltext);
  if (request.fulltext && keys.length > 0) {
    const { fields, conjunction, literal } = request.fulltext;
    saved.fulltext = {
      keys: correction?.applied && keys.length === 1 ? [correction.keys] : keys,
      ...(fields?.length ? { fields: [...new Set(fields)].sort() } : {}),
      ...(conjunction ? { conjunction: conjunction.toUpperCase() } : {}),
      ...(literal ? { literal } : {}),
    };
  }
  const group = request.condition_group && sorted(request.condition_group);
  if (group && !saysNothing(group)) saved.condition_group = group;
  if (whereabouts) saved.geoLocation = placeOf(whereabouts);
  if (JSON.stringify(saved).length > MAX_LENGTH) throw badUserInput('The search is too long to be kept');
  return saved;
}

/** Everything that a kept search asks for, but the page and the place. */
export function queryOf<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { language, fulltext, condition_group }: SearchToSave,
  site: string,
): SearchQuery<Kind> {
  return readRequest(index, { index_id: index.id, language, fulltext, condition_group }, site);
}

/** The same conditions in the same order, so that one search is one, however it was put together. */
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

function placeOf({ location }: ResolvedLocation): GeoLocationInput {
  const { label, country, administrativeArea, lat, lon, radius, locationType } = location;
  return { label, country, administrativeArea, lat, lon, radius, locationType };
}
