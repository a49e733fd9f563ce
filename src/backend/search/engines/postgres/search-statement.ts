import { isAdvertFacet } from '../../adverts/advert-facets.js';
import type { AdvertReader } from '../../adverts/advert-limits.js';
import type { NamedOrganizations } from '../../facets/organization-conditions.js';
import type { SearchCondition, SearchQuery } from '../../port/search.port.js';
import type { FacetCombinationDictionary } from '../../codes/facet-combinations.js';
import type { KeywordQuery } from '../../analysis/keyword-query.js';
import {
  combinationsThatMeet,
  createFacetMask,
  concernsCombinations,
  type FacetMask,
} from '../../facets/facet-mask.js';
import type { PointScores } from '../nearness.js';
import { ADVERT_ROW, limitCondition } from './advert-rows.js';
import { relevance, toTsquery } from './tsquery.js';
import { Parameters } from '../../../platform/database/statement.js';

export interface SearchStatement {
  text: string;
  values: unknown[];
  mask: FacetMask | undefined;
}

/** Data that was looked up before the statement is written. */
export interface Prepared {
  scopes: readonly number[];
  text: KeywordQuery | undefined;
  points?: readonly number[];
  /** Points that are excluded. */
  beyond?: readonly number[];
  regions?: readonly number[];
  /** Scores by location, added to the relevance or, when sorting by distance, used alone. */
  nearness?: PointScores;
  organizations: NamedOrganizations;
  /** undefined if the search uses no advert facets. */
  adverts?: AdvertReader;
  /** Ids of the jobs to which the search is restricted. */
  among?: readonly number[];
  /** Combos of remote jobs that match although they are outside the area. */
  remote?: Uint8Array;
}

const SPARE_COMBOS = 1024;
const ORGANIZATION = '(facets >> 32)';

/**
 * Returns a statement that reads the matching rows of search_job in one pass and packs them; the caller counts them and selects the page.
 * This costs half as much as aggregating and sorting in the database.
 */
export function toStatement(
  query: SearchQuery,
  prepared: Prepared,
  dictionary: FacetCombinationDictionary,
): SearchStatement {
  const parameters = new Parameters();
  const where: string[] = [];
  if (prepared.text) where.push(`words @@ ${parameters.add(toTsquery(prepared.text.match), 'tsquery')}`);
  else where.push(parameters.oneOf('scope', prepared.scopes, 'smallint'));
  if (prepared.among) where.push(`(rank & 4294967295) = any(${parameters.add(prepared.among, 'bigint[]')})`);
  if (prepared.points) where.push(`point = any(${parameters.add(prepared.points, 'integer[]')})`);
  if (prepared.beyond) where.push(`point <> all(${parameters.add(prepared.beyond, 'integer[]')})`);
  if (prepared.regions) where.push(`region = any(${parameters.add(prepared.regions, 'integer[]')})`);

  const top = query.where.kind === 'and' ? query.where.parts : [query.where];
  const concerningCombinations = top
    .filter(concernsCombinations)
    .map((condition) => combinationsThatMeet(dictionary, condition));
  const mask = createFacetMask(
    dictionary,
    prepared.remote ? [...concerningCombinations, prepared.remote] : concerningCombinations,
    query.selections,
  );
  const conditions = new ConditionWriter(parameters, query.site, prepared, dictionary);
  for (const condition of top) if (!concernsCombinations(condition)) where.push(conditions.write(condition));
  const companies = query.selections.filter(({ facet }) => facet === 'company');
  const counted = new Set(query.facets.map(({ facet }) => facet));
  // A selection in a facet that is not counted is an ordinary condition.
  for (const { facet, where: selected } of query.selections)
    if (isAdvertFacet(facet) && !counted.has(facet)) where.push(conditions.write(selected));
  if (mask) {
    const needed = conditions.lookUp(mask.needed, 2);
    const chosen = companies.map(({ where: selected }) => conditions.write(selected)).join(' and ');
    where.push(chosen === '' ? `${needed} > 0` : `(${needed} = 2 or (${needed} = 1 and ${chosen}))`);
  }
  const columns = [
    `string_agg(int8send(facets), ''::bytea) as facets`,
    `string_agg(int8send(rank), ''::bytea) as ranks`,
  ];
  if (query.sort === 'relevance' && prepared.text && prepared.text.scored.length > 0) {
    columns.push(`string_agg(int2send((${relevance(prepared.text, parameters)})::smallint), ''::bytea) as scores`);
  }
  if (prepared.nearness) columns.push(`string_agg(int4send(point), ''::bytea) as points`);
  if (prepared.adverts) columns.push(`string_agg(${ADVERT_ROW}, ''::bytea) as adverts`);
  return {
    text: `select ${columns.join(', ')} from search_job where ${where.join(' and ')}`,
    values: parameters.values,
    mask,
  };
}

class ConditionWriter {
  constructor(
    private readonly parameters: Parameters,
    private readonly site: string,
    private readonly prepared: Prepared,
    private readonly dictionary: FacetCombinationDictionary,
  ) {}

  write(condition: SearchCondition): string {
    if (concernsCombinations(condition))
      return `${this.lookUp(combinationsThatMeet(this.dictionary, condition), 1)} = 1`;
    switch (condition.kind) {
      case 'and':
      case 'or':
        return `(${condition.parts.map((part) => this.write(part)).join(` ${condition.kind} `)})`;
      case 'facet':
        if (isAdvertFacet(condition.facet)) {
          const limit = this.prepared.adverts?.limit(condition.facet, condition.value);
          return limitCondition(limit, this.parameters);
        }
        return `${ORGANIZATION} = ${this.parameters.add(condition.value ?? 0, 'bigint')}`;
      case 'organization-name': {
        const ids = this.prepared.organizations.get(condition.name) ?? [];
        return `${ORGANIZATION} = any(${this.parameters.add(ids, 'bigint[]')})`;
      }
      case 'title': {
        const pattern = this.parameters.add(condition.pattern, 'text');
        const site = this.parameters.add(this.site, 'text');
        return `(rank & 4294967295) in (select id from job where site = ${site} and title ilike ${pattern})`;
      }
    }
  }

  /**
   * Returns an expression that looks up a value by combo. SPARE_COMBOS codes beyond the known ones, which belong to recently added combos,
   * have the value `unknown`: the caller detects them and repeats the search. For larger codes, the database reports the error `2202E`.
   */
  lookUp(byCombination: Uint8Array, unknown: number): string {
    const bytes = Buffer.alloc(byCombination.length + SPARE_COMBOS, unknown);
    bytes.set(byCombination);
    return `get_byte(${this.parameters.add(bytes, 'bytea')}, (facets & 4294967295)::integer)`;
  }
}
