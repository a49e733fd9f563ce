import { badUserInput } from '../../platform/graphql/rejection.js';
import type { Places } from '../../reference/places/places.port.js';
import type { CorrectingSearch } from '../query/correcting-search.js';
import { readKeys, readRequest } from '../query/read-request.js';
import type { SearchIndex } from '../query/search-index.js';
import { locate } from '../query/search-location.js';
import type { IndexKind, SearchQuery } from '../port/search.port.js';
import type { SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';
import { canonicalSearch } from './canonical-search.js';

const MAX_LENGTH = 20_000;

/**
 * Converts a request to a search that can be saved and has the same meaning when it runs later: the correction of its words and the place
 * that a label denotes are determined now.
 *
 * @throws BAD_USER_INPUT naming the invalid part
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
    /** Adds values on which a query depends, such as the present time. */
    complete?: (query: SearchQuery<Kind>) => SearchQuery<Kind>;
  },
  request: SearchToSave,
  site: string,
): Promise<SavedSearch> {
  const query = complete(queryOf(index, request, site));
  const whereabouts = await locate(places, request.geoLocation);
  const { correction } = await search.search({ ...query, area: whereabouts?.area, limit: 1 });
  const keys = readKeys(request.fulltext);
  const saved = canonicalSearch({
    language: [...query.languages],
    fulltext:
      request.fulltext && keys.length > 0
        ? { ...request.fulltext, keys: correction?.applied && keys.length === 1 ? [correction.keys] : keys }
        : undefined,
    condition_group: request.condition_group ?? undefined,
    geoLocation: whereabouts?.location,
  });
  if (JSON.stringify(saved).length > MAX_LENGTH) throw badUserInput('The search is too long to be kept');
  return saved;
}

/** @returns the query of a saved search, without paging and place */
export function queryOf<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { language, fulltext, condition_group }: SearchToSave,
  site: string,
): SearchQuery<Kind> {
  return readRequest(index, { index_id: index.id, language, fulltext, condition_group }, site);
}
