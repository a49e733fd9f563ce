import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { KEEP_PLAN } from '../../../platform/database/pool.js';
import type { FacetCount, SearchAnswer, SearchQuery } from '../../port/search.port.js';
import { TALLY_ORGANIZATION, TALLY_TOTAL } from '../../codes/codes.js';
import { isAdvertFacet } from '../../adverts/advert-facets.js';
import type { AdvertReader } from '../../adverts/advert-limits.js';
import { COMBO_FACETS, isCombinationFacet } from '../../codes/facet-combinations.js';
import { limitCondition } from './advert-rows.js';
import { leastOf, selectValues } from '../../facets/facet-counts.js';
import { Parameters, run } from '../../../platform/database/statement.js';

const PAGE = -1;

/**
 * Answers a search without conditions from stored counts. Values of advert facets depend on the current time, so they are counted.
 *
 * @param searched `counted` holds the scopes whose counts add up to the result: the site's own, or one for each language
 */
export async function emptySearch(
  database: Kysely<Database>,
  query: SearchQuery,
  searched: { scopes: readonly number[]; counted: readonly number[]; adverts: AdvertReader | undefined },
): Promise<SearchAnswer> {
  const { scopes, counted, adverts } = searched;
  const parameters = new Parameters();
  const page = parameters.add(query.offset + query.limit, 'integer');
  const direction = query.sort === 'oldest' ? '' : 'desc';
  // One branch for each scope, so that each scans only the beginning of its part of the index.
  const branches = scopes.map(
    (scope) =>
      `(select rank from search_job where scope = ${parameters.add(scope, 'smallint')} order by rank ${direction} limit ${page})`,
  );
  const inScope = parameters.oneOf('scope', counted, 'smallint');
  const vocabularies = `${inScope} and kind = any('{${[...COMBO_FACETS.keys(), TALLY_TOTAL].join()}}')`;
  const parts = [
    `(select ${PAGE} as kind, (rank & 4294967295) as value, 0 as n from (${branches.join(' union all ')}) as newest
      order by rank ${direction} limit ${parameters.add(query.limit, 'integer')} offset ${parameters.add(query.offset, 'integer')})`,
    `(select kind, value, sum(n)::integer from (
        select kind, value, n from search_tally where ${vocabularies}
        union all
        select kind, value, n from search_tally_delta where ${vocabularies}
      ) as tallies group by kind, value)`,
  ];
  const company = query.facets.find(({ facet }) => facet === 'company');
  if (company) parts.push(organizations(inScope, counted.length === 1, parameters.add(company.limit, 'integer')));
  const rows = await run<{ kind: number; value: number; n: number }>(
    database,
    KEEP_PLAN + parts.join(' union all '),
    parameters.values,
  );

  const ofAdverts = adverts ? await advertCounts(database, query, scopes, adverts) : new Map<string, FacetCount[]>();

  const values = (kind: number): FacetCount[] =>
    rows.filter((row) => row.kind === kind).map(({ value, n }) => ({ value, count: n }));
  return {
    total: rows.find((row) => row.kind === TALLY_TOTAL)?.n ?? 0,
    ids: values(PAGE).map(({ value }) => String(value)),
    facets: query.facets.map((request) => ({
      facet: request.facet,
      values: selectValues(
        isCombinationFacet(request.facet)
          ? values(COMBO_FACETS.indexOf(request.facet))
          : (ofAdverts.get(request.facet) ?? values(TALLY_ORGANIZATION)),
        request,
        leastOf(request),
      ),
    })),
  };
}

/** Counts values of advert facets in one pass over the rows of the scopes. @returns counts by facet */
async function advertCounts(
  database: Kysely<Database>,
  { facets }: SearchQuery,
  scopes: readonly number[],
  reader: AdvertReader,
): Promise<Map<string, FacetCount[]>> {
  const counted = facets.flatMap((request) => {
    const { facet } = request;
    return isAdvertFacet(facet) ? [{ facet, limits: reader.counted({ ...request, facet }) }] : [];
  });
  const parameters = new Parameters();
  const columns = counted
    .flatMap(({ limits }) => limits)
    .map(({ limit }, index) => `count(*) filter (where ${limitCondition(limit, parameters)})::integer as "${index}"`);
  const [row] =
    columns.length === 0
      ? []
      : await run<Record<string, number>>(
          database,
          `select ${columns.join(', ')} from search_job where ${parameters.oneOf('scope', scopes, 'smallint')}`,
          parameters.values,
        );
  let column = 0;
  return new Map(
    counted.map(({ facet, limits }) => [
      facet,
      limits.map(({ value }) => ({ value, count: row?.[String(column++)] ?? 0 })),
    ]),
  );
}

/**
 * SQL that selects the organizations with the most jobs. With a single scope, only the largest of the folded counts and the organizations
 * with pending changes are candidates.
 */
function organizations(inScope: string, isOneScope: boolean, limit: string): string {
  const own = (table: string): string => `${table} where ${inScope} and kind = ${TALLY_ORGANIZATION}`;
  const changed = `(select value from ${own('search_tally_delta')})`;
  const candidates = isOneScope
    ? `(select value, n from ${own('search_tally')} order by n desc, value
         limit ${limit} + (select count(distinct value) from ${own('search_tally_delta')}))
       union (select value, n from ${own('search_tally')} and value in ${changed})`
    : `select value, n from ${own('search_tally')}`;
  return `(select ${TALLY_ORGANIZATION}, value, sum(n)::integer from (
      ${candidates} union all (select value, n from ${own('search_tally_delta')})
    ) as candidates group by value having sum(n) > 0 order by 3 desc, 2 limit ${limit})`;
}
