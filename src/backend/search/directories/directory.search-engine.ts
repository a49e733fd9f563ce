import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { Parameters } from '../../platform/database/statement.js';
import { foldPlaceName } from '#shared/places/place-name.js';
import { boxAround, EARTH_KM } from '../codes/points.js';
import type { Scopes } from '../codes/codes.js';
import { relevance, toTsquery, PlanGuard } from '../engines/postgres/search-statement.js';
import type {
  SearchAnswer,
  SearchEngine,
  SearchQuery,
  FacetValue,
  SearchArea,
  SearchCondition,
} from '../port/search.port.js';
import { noAnswer } from '../facets/facet-counts.js';
import { type Analysis, readKeywords, type KeywordQuery } from '../analysis/keyword-query.js';
import {
  type DirectoryIndex,
  type DirectoryKind,
  type DirectorySort,
  toFacetCounts,
  facetCode,
  facetOfCode,
} from './directory-index.js';

/** Searches a directory in PostgreSQL: always available and up to date. The running time is proportional to the number of hits. */
export class DirectorySearchEngine implements SearchEngine<DirectoryKind> {
  private readonly guard: PlanGuard;

  constructor(
    private readonly database: Kysely<Database>,
    private readonly analysis: Analysis,
    private readonly scopes: Scopes,
    private readonly index: DirectoryIndex,
  ) {
    this.guard = new PlanGuard(database);
  }

  /** @param among ids of entries to search; omit to search the whole directory */
  async search(query: SearchQuery<DirectoryKind>, among?: readonly number[]): Promise<SearchAnswer<DirectoryKind>> {
    const { scopes } = await this.scopes.choose(query.site, query.languages);
    if (scopes.length === 0) return noAnswer(query);
    const statement = toDirectoryStatement(this.index, query, {
      scopes: scopes.map(({ id }) => id),
      text: await readKeywords(this.database, this.analysis, query.keywords, scopes),
      among,
    });
    const [row] = await this.guard.run<DirectoryRow>(statement.text, statement.values);
    return row ? this.answer(query, row) : noAnswer(query);
  }

  private answer(
    query: SearchQuery<DirectoryKind>,
    { total, ids, codes, counts }: DirectoryRow,
  ): SearchAnswer<DirectoryKind> {
    const counted = (codes ?? []).map((code, at) => ({ code, count: counts![at]! }));
    return { total, ids: ids ?? [], facets: toFacetCounts(this.index, query.facets, counted) };
  }
}

type Query = SearchQuery<DirectoryKind>;
type Condition = SearchCondition<DirectoryKind>;

interface DirectoryRow {
  total: number;
  /** null if there are none. */
  ids: string[] | null;
  codes: number[] | null;
  counts: number[] | null;
}

/**
 * Returns one statement for the page, the total and the counts. If facets are counted, it also reads rows that fail the selection of only
 * one facet: they count for that facet (SEARCH-09).
 */
function toDirectoryStatement(
  index: DirectoryIndex,
  query: Query,
  {
    scopes,
    text,
    among,
  }: { scopes: readonly number[]; text: KeywordQuery | undefined; among?: readonly number[] | undefined },
): { text: string; values: unknown[] } {
  const parameters = new Parameters();
  const writer = new ConditionWriter(parameters, index);
  const where = [parameters.oneOf('scope', scopes, 'smallint')];
  if (among) where.push(`id = any(${parameters.add(among, 'bigint[]')})`);
  if (text) where.push(`words @@ ${parameters.add(toTsquery(text.match), 'tsquery')}`);
  if (query.area) where.push(inArea(parameters, query.area));
  where.push(writer.write(query.where));
  const selected = selectedFacets(index, query, writer);
  const isCounted = query.facets.length > 0;
  const fails = selected.map(({ facet, met }) => `case when ${met} then 0 else ${1 << facet} end`).join(' + ') || '0';
  if (!isCounted) where.push(...selected.map(({ met }) => met));
  const score = text && query.sort.by === 'relevance' ? relevance(text, parameters) : '0';
  const matched = `select *, ${score} as score, ${isCounted ? fails : '0'} as fails from ${index.table} where ${where.join(' and ')}`;
  const limit = parameters.add(query.limit, 'integer');
  const offset = parameters.add(query.offset, 'integer');
  return {
    text: `with matched as materialized (
        select id, sort_name, at, featured, score, fails${isCounted ? ', facets' : ''}
        from (${matched}) as each where fails & (fails - 1) = 0
      )
      select (select count(*)::integer from matched where fails = 0) as total,
        (select array_agg(id::text) from (
          select id from matched where fails = 0 order by ${orderOf(index, query.sort)} limit ${limit} offset ${offset}
        ) as page) as ids, ${isCounted ? countsOf(index, query, parameters) : 'null as codes, null as counts'}`,
    values: parameters.values,
  };
}

function countsOf(index: DirectoryIndex, query: Query, parameters: Parameters): string {
  const numbers = query.facets.map(({ facet }) => numberOf(index, facet));
  return `counted.codes, counted.counts from (
      select array_agg(code) as codes, array_agg(n) as counts from (
        select code, count(*)::integer as n from matched cross join unnest(facets) as code
        where ${facetOfCode('code')} = any(${parameters.add(numbers, 'integer[]')})
          and (fails = 0 or fails = 1 << ${facetOfCode('code')})
        group by code
      ) as each
    ) as counted`;
}

/** Returns the condition for each facet's selection. */
function selectedFacets(
  index: DirectoryIndex,
  query: Query,
  writer: ConditionWriter,
): { facet: number; met: string }[] {
  const byFacet = new Map<number, string[]>();
  for (const { facet, where } of query.selections) {
    const number = numberOf(index, facet);
    byFacet.set(number, [...(byFacet.get(number) ?? []), writer.write(where)]);
  }
  return [...byFacet].map(([facet, met]) => ({ facet, met: `(${met.join(' and ')})` }));
}

function numberOf({ facets }: DirectoryIndex, name: string): number {
  return facets.findIndex((facet) => facet.name === name);
}

function orderOf({ newestField }: DirectoryIndex, { by, descending, featuredFirst }: DirectorySort): string {
  const direction = descending ? 'desc' : 'asc';
  const orders = {
    relevance: `score desc, ${newestField === undefined ? 'sort_name, id' : 'at desc, id desc'}`,
    name: `sort_name ${direction}, id ${direction}`,
    newest: `at ${direction}, id ${direction}`,
  };
  return `${featuredFirst ? 'featured desc, ' : ''}${orders[by]}`;
}

function inArea(parameters: Parameters, area: SearchArea): string {
  // Only jobs can be remote.
  if (area.kind === 'remote') return 'false';
  if (area.kind === 'region') {
    const country = `country = ${parameters.add(area.country.toUpperCase(), 'text')}`;
    if (area.areas.length === 0) return country;
    return `(${country} and area = any(${parameters.add(area.areas.map(foldPlaceName), 'text[]')}))`;
  }
  const { height, width } = boxAround(area);
  const [lat, lon, km] = [area.lat, area.lon, area.km].map((each) => parameters.add(each, 'float8')) as [
    string,
    string,
    string,
  ];
  const tall = parameters.add(height, 'float8');
  const wide = parameters.add(width, 'float8');
  return `(lat between ${lat} - ${tall} and ${lat} + ${tall}
    and (abs(lon - ${lon}) <= ${wide} or abs(lon - ${lon}) >= 360 - ${wide})
    and 2 * ${EARTH_KM} * asin(least(1, sqrt(
      sin(radians(lat - ${lat}) / 2) ^ 2 + cos(radians(${lat})) * cos(radians(lat)) * sin(radians(lon - ${lon}) / 2) ^ 2))) <= ${km})`;
}

class ConditionWriter {
  constructor(
    private readonly parameters: Parameters,
    private readonly index: DirectoryIndex,
  ) {}

  write(condition: Condition): string {
    switch (condition.kind) {
      case 'and':
        return condition.parts.length === 0 ? 'true' : this.joined(condition.parts, 'and');
      case 'or': {
        const values = condition.parts.every((part) => part.kind === 'facet') ? condition.parts : undefined;
        return values ? this.oneOf(values) : this.joined(condition.parts, 'or');
      }
      case 'facet':
        return this.oneOf([condition]);
      case 'title':
        return `label ilike ${this.parameters.add(condition.pattern, 'text')}`;
      case 'featured':
        return condition.is ? 'featured' : 'not featured';
    }
  }

  private joined(parts: readonly Condition[], word: 'and' | 'or'): string {
    return `(${parts.map((part) => this.write(part)).join(` ${word} `)})`;
  }

  private oneOf(values: readonly { facet: string; value: FacetValue }[]): string {
    const codes = values.map(({ facet, value }) => facetCode(numberOf(this.index, facet), value));
    return `facets && ${this.parameters.add(codes, 'integer[]')}`;
  }
}
