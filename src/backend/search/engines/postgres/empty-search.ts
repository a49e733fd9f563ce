import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { KEEP_PLAN } from '../../../platform/database/prepared-statements.js';
import type { FacetCount, SearchAnswer, SearchQuery } from '../../port/search.port.js';
import { TALLY_ORGANIZATION, TALLY_TOTAL } from '../../codes/codes.js';
import { COMBO_FACETS } from '../../codes/facet-combinations.js';
import { selectValues } from '../../facets/facet-counts.js';
import { Parameters, run } from '../../../platform/database/statement.js';

const PAGE = -1;

/**
 * Answers a search without conditions from counts that are kept.
 *
 * @param counted the scopes whose counts add up to the answer: the site's own, or one for each language.
 */
export async function emptySearch(
  database: Kysely<Database>,
  query: SearchQuery,
  scopes: readonly number[],
  counted: readonly number[],
): Promise<SearchAnswer> {
  const parameters = new Parameters();
  const page = parameters.add(query.offset + query.limit, 'integer');
  const direction = query.sort === 'oldest' ? '' : 'desc';
  // A branch a scope, so that each walks its part of the index and stops.
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

  const values = (kind: number): FacetCount[] =>
    rows.filter((row) => row.kind === kind).map(({ value, n }) => ({ value, count: n }));
  return {
    total: rows.find((row) => row.kind === TALLY_TOTAL)?.n ?? 0,
    ids: values(PAGE).map(({ value }) => String(value)),
    facets: query.facets.map((request) => ({
      facet: request.facet,
      values: selectValues(
        values(request.facet === 'company' ? TALLY_ORGANIZATION : COMBO_FACETS.indexOf(request.facet)),
        request,
      ),
    })),
  };
}

/**
 * The largest organizations. Where one scope is counted, the largest of the folded counts and those with changes are all that can be
 * among them.
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
