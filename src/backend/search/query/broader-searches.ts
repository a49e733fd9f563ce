import type { SearchWayOut } from '#contract/generated/resolvers.js';
import { GEO_RADII } from '#contract/search/job-search.js';
import type { CorrectingSearch } from './correcting-search.js';
import type { SearchIndex } from './condition-groups.js';
import type { IndexKind, Keywords, SearchQuery } from '../port/search.port.js';
import { formatKeywords } from '../port/keyword-grammar.js';

const MAX_WORDS = 6;
const MAX_FACETS = 6;

type Relaxation<Kind extends IndexKind> = Omit<SearchWayOut, 'result_count'> & { query: SearchQuery<Kind> };

/**
 * Suggests broader searches for a search without results: each drops one condition or, if none of these finds anything, keeps only one.
 * Each is counted, and those without results are omitted; of larger radii only the smallest is kept.
 */
export async function broaderSearches<Kind extends IndexKind>(
  search: Pick<CorrectingSearch<Kind>, 'searchExactly'>,
  index: Pick<SearchIndex<Kind>, 'facets'>,
  query: SearchQuery<Kind>,
): Promise<SearchWayOut[]> {
  const count = async ({ query: broader, ...way }: Relaxation<Kind>): Promise<SearchWayOut> => {
    const { total } = await search.searchExactly({ ...broader, offset: 0, limit: 0, facets: [] });
    return { ...way, result_count: total };
  };
  const helpful = async (relaxations: Relaxation<Kind>[]): Promise<SearchWayOut[]> =>
    (await Promise.all(relaxations.map(count))).filter((way) => way.result_count > 0);

  const [wider, others] = await Promise.all([
    helpful(widerRadius(query)),
    helpful([...withoutOneFacet(index, query), ...withoutOneWord(query), ...anywhere(query)]),
  ]);
  const found = [...wider.slice(0, 1), ...others];
  return found.length > 0 ? found : helpful([...withoutFacets(query), ...onlyWords(query), ...onlyPlace(query)]);
}

function widerRadius<Kind extends IndexKind>(query: SearchQuery<Kind>): Relaxation<Kind>[] {
  const { area } = query;
  if (area?.kind !== 'radius') return [];
  return GEO_RADII.filter((km) => km > area.km).map((km) => ({
    concession: 'radius',
    radius: km,
    query: { ...query, area: { ...area, km } },
  }));
}

function withoutOneFacet<Kind extends IndexKind>(
  { facets }: Pick<SearchIndex<Kind>, 'facets'>,
  query: SearchQuery<Kind>,
): Relaxation<Kind>[] {
  return query.selections.slice(0, MAX_FACETS).map((given) => ({
    concession: 'facet',
    facet: facets.find(({ name }) => name === given.facet)?.field,
    query: { ...query, selections: query.selections.filter((selection) => selection !== given) },
  }));
}

function withoutOneWord<Kind extends IndexKind>(query: SearchQuery<Kind>): Relaxation<Kind>[] {
  const { keywords } = query;
  if (!keywords) return [];
  return keywords.boxes
    .flat()
    .slice(0, MAX_WORDS)
    .map((given) => fewerWords(query, keywords, [given]));
}

function fewerWords<Kind extends IndexKind>(
  query: SearchQuery<Kind>,
  keywords: Keywords,
  given: Keywords['boxes'][number],
): Relaxation<Kind> {
  const boxes = keywords.boxes
    .map((box) => box.filter((clause) => !given.includes(clause)))
    .filter((box) => box.length > 0);
  return {
    concession: 'words',
    keys: boxes.map(formatKeywords).join(' '),
    without: formatKeywords(given),
    query: { ...query, keywords: boxes.length > 0 ? { ...keywords, boxes } : undefined },
  };
}

function anywhere<Kind extends IndexKind>(query: SearchQuery<Kind>): Relaxation<Kind>[] {
  return query.area ? [{ concession: 'place', query: { ...query, area: undefined } }] : [];
}

function withoutFacets<Kind extends IndexKind>(query: SearchQuery<Kind>): Relaxation<Kind>[] {
  return query.selections.length > 1 ? [{ concession: 'facet', query: { ...query, selections: [] } }] : [];
}

/** Returns searches for all words alone, and for each single word. */
function onlyWords<Kind extends IndexKind>(query: SearchQuery<Kind>): Relaxation<Kind>[] {
  const { keywords, selections, area } = query;
  const clauses = keywords?.boxes.flat() ?? [];
  const alone = clauses.length > 1 ? clauses.filter(({ excluded }) => !excluded).slice(0, MAX_WORDS) : [];
  const isNarrowed = selections.length > 0 || area !== undefined;
  const candidates = [...(isNarrowed && clauses.length > 0 ? [clauses] : []), ...alone.map((clause) => [clause])];
  return candidates.map((box) => ({
    concession: 'all_but_words',
    keys: formatKeywords(box),
    query: { ...query, keywords: { ...keywords!, boxes: [box] }, selections: [], area: undefined },
  }));
}

function onlyPlace<Kind extends IndexKind>(query: SearchQuery<Kind>): Relaxation<Kind>[] {
  if (!query.area) return [];
  return [{ concession: 'all_but_place', query: { ...query, keywords: undefined, selections: [] } }];
}
