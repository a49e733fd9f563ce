import type { Kysely } from 'kysely';
import { foldPlaceName } from '#shared/places/place-name.js';
import type { Database } from '../../../platform/database/schema.js';
import { run, Parameters } from '../../../platform/database/statement.js';
import { AdvertLimits, type AdvertReader } from '../../adverts/advert-limits.js';
import { boxAround, EARTH_KM, kilometresBetween, type Circle, type PointAt } from '../../codes/points.js';
import { scoresByBand, scoresByDistance } from '../../analysis/score-parts.js';
import { findOrganizations, isOfOrganization } from '../../facets/organization-facet.js';
import { noJobs, toFacetCounts, leastOf, selectValues, combosOfRemoteJobs } from '../../facets/facet-counts.js';
import { type Scope, type Scopes, TALLY_ORGANIZATION, TALLY_TOTAL } from '../../codes/codes.js';
import {
  type SearchAnswer,
  type SearchEngine,
  type SearchQuery,
  type FacetCount,
  isEmptySearch,
} from '../../port/search.port.js';
import { readKeywords, type Analysis } from '../../analysis/keyword-query.js';
import { FacetCombinationDictionary, COMBO_FACETS, isCombinationFacet } from '../../codes/facet-combinations.js';
import { KEEP_PLAN } from '../../../platform/database/pool.js';
import { isAdvertFacet } from '../../adverts/advert-facets.js';
import { AdvertRows, limitCondition } from './advert-rows.js';
import { addNearness, bestHits, unpackMatches, type PackedMatches, rollUp, type Matches } from './roll-up.js';
import { toStatement, type Prepared, PlanGuard } from './search-statement.js';

// A combo that is not in the dictionary was added recently; it is found after the dictionary has been refreshed.
const ATTEMPTS = 5;
const BYTE_OUT_OF_RANGE = '2202E';
const PAGE = -1;

/** Searches in PostgreSQL itself: always available and always up to date. */
export class PostgresSearchEngine implements SearchEngine {
  private readonly dictionary: FacetCombinationDictionary;
  private readonly guard: PlanGuard;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly analysis: Analysis,
    private readonly scopes: Scopes,
    private readonly limits = new AdvertLimits(),
  ) {
    this.dictionary = new FacetCombinationDictionary(database);
    this.guard = new PlanGuard(database);
  }

  /** @param among ids of jobs to search; omit to search all jobs */
  async search(query: SearchQuery, among?: readonly number[]): Promise<SearchAnswer> {
    const { scopes, counted } = await this.scopes.choose(query.site, query.languages);
    const adverts = query.adverts && this.limits.of(query.adverts, scopes);
    if (scopes.length === 0) return noJobs(query, adverts);
    if (isEmptySearch(query) && !among) {
      return emptySearch(this.database, query, {
        scopes: scopes.map(({ id }) => id),
        counted,
        adverts,
      });
    }
    const prepared = await this.prepare(query, scopes);
    if (!prepared) return noJobs(query, adverts);
    if (among) prepared.among = among;
    for (let attempt = 1; ; attempt++) {
      if (this.dictionary.length === 1) await this.dictionary.refresh();
      if (query.area?.kind === 'remote') prepared.remote = combosOfRemoteJobs(this.dictionary, query.area.country);
      const { text, values, mask } = toStatement(query, prepared, this.dictionary);
      const matches = await this.run(text, values);
      if (matches && this.knowsAll(matches)) return this.answer(query, prepared, matches, mask?.fails);
      if (attempt === ATTEMPTS) throw new Error('Combinations of facet values are added faster than they can be read');
      await this.dictionary.refresh();
    }
  }

  /** @returns undefined if rows have combos that the dictionary does not contain yet */
  private async run(text: string, values: readonly unknown[]): Promise<Matches | undefined> {
    try {
      const [row] = await this.guard.run<PackedMatches>(text, values);
      return unpackMatches(row);
    } catch (error) {
      if ((error as { code?: unknown }).code === BYTE_OUT_OF_RANGE) return undefined;
      throw error;
    }
  }

  /** @returns undefined if nothing can match */
  private async prepare(query: SearchQuery, scopes: readonly Scope[]): Promise<Prepared | undefined> {
    const { keywords, area } = query;
    const text = await readKeywords(this.database, this.analysis, keywords, scopes, query.ownLanguage);
    const prepared: Prepared = { scopes: scopes.map(({ id }) => id), text, organizations: new Map() };
    if (query.adverts) prepared.adverts = this.limits.of(query.adverts, scopes);
    if (area?.kind === 'radius') {
      const points = await pointsWithin(this.database, area);
      prepared.points = points.map(({ id }) => id);
      if (query.sort === 'nearest') prepared.nearness = scoresByDistance(points);
      else if (query.sort === 'relevance' && text && text.scored.length > 0 && text.near.length > 0)
        prepared.nearness = scoresByBand(points, text.near);
    }
    if (area?.kind === 'region') prepared.regions = await regionsOf(this.database, area);
    if (area?.kind === 'remote') prepared.beyond = (await pointsWithin(this.database, area.beyond)).map(({ id }) => id);
    if (prepared.points?.length === 0 || prepared.regions?.length === 0) return undefined;
    prepared.organizations = await findOrganizations(this.database, query);
    return prepared;
  }

  private knowsAll({ facets }: Matches): boolean {
    const known = this.dictionary.length;
    for (let i = 1; i < facets.length; i += 2) if (facets[i]! >= known) return false;
    return true;
  }

  private answer(
    query: SearchQuery,
    prepared: Prepared,
    matches: Matches,
    fails: Uint8Array | undefined,
  ): SearchAnswer {
    const companies = query.selections.filter(({ facet }) => facet === 'company').map(({ where }) => where);
    const isChosen =
      companies.length === 0
        ? undefined
        : (id: number): boolean =>
            companies.every((condition) => isOfOrganization(condition, id, prepared.organizations));
    if (prepared.nearness) addNearness(matches, prepared.nearness);
    const adverts = prepared.adverts && matches.adverts && new AdvertRows(query, prepared.adverts, matches.adverts);
    const rolledUp = rollUp(matches, this.dictionary, fails, isChosen, adverts);
    return {
      total: rolledUp.total,
      ids: bestHits(
        matches,
        rolledUp.hits,
        query.sort,
        query.offset,
        query.limit,
        query.sort === 'relevance' ? prepared.text?.incomplete : undefined,
      ),
      facets: toFacetCounts(query.facets, this.dictionary, rolledUp),
    };
  }
}

/** Returns the points within a radius (great-circle distance). */
async function pointsWithin(database: Kysely<Database>, circle: Circle): Promise<PointAt[]> {
  const { lat, lon, km } = circle;
  const { height, width } = boxAround(circle);
  const rows = await run<{ id: number; lat: number; lon: number }>(
    database,
    `select id, lat, lon from search_point
     where lat between $1::float8 - $4::float8 and $1 + $4
       and (abs(lon - $2::float8) <= $5::float8 or abs(lon - $2) >= 360 - $5)
       and 2 * ${EARTH_KM} * asin(least(1, sqrt(
         sin(radians(lat - $1) / 2) ^ 2 + cos(radians($1)) * cos(radians(lat)) * sin(radians(lon - $2) / 2) ^ 2))) <= $3::float8`,
    [lat, lon, km, height, width],
  );
  return rows.map(({ id, lat, lon }) => ({ id, km: kilometresBetween(circle, { lat, lon }) }));
}

/** @param areas names of an administrative area; empty for the whole country */
async function regionsOf(
  database: Kysely<Database>,
  { country, areas }: { country: string; areas: readonly string[] },
): Promise<number[]> {
  const rows = await run<{ id: number }>(
    database,
    `select id from search_region where country = $1 and ($2::text[] = '{}' or area = any($2))`,
    [country.toUpperCase(), areas.map(foldPlaceName)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Answers a search without conditions from stored counts. Values of advert facets depend on the current time, so they are counted.
 *
 * @param searched `counted` holds the scopes whose counts add up to the result: the site's own, or one for each language
 */
async function emptySearch(
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
