import type { Kysely } from 'kysely';
import { isAdvertFacet, NEVER_CLOSES } from '../../adverts/advert-facets.js';
import type { AdvertReader } from '../../adverts/advert-limits.js';
import type { NamedOrganizations } from '../../facets/organization-facet.js';
import type { SearchCondition, SearchQuery } from '../../port/search.port.js';
import type { FacetCombinationDictionary } from '../../codes/facet-combinations.js';
import type { KeywordQuery } from '../../analysis/keyword-query.js';
import {
  combinationsThatMeet,
  createFacetMask,
  concernsCombinations,
  type FacetMask,
} from '../../facets/facet-counts.js';
import { Parameters, run } from '../../../platform/database/statement.js';
import {
  MAX_SCORE,
  type ScoredField,
  type ScoredPhrase,
  type Lexeme,
  type WordQuery,
  type PointScores,
} from '../../analysis/score-parts.js';
import { LEXEME_MARKS } from '../../codes/codes.js';
import type { Database } from '../../../platform/database/schema.js';
import { ADVERT_ROW, limitCondition } from './advert-rows.js';

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

/** Returns the text of a tsquery. */
export function toTsquery(query: WordQuery): string {
  switch (query.kind) {
    case 'lexeme':
      return query.prefix ? `${quote(query.text)}:*` : quote(query.text);
    case 'not':
      return `!(${toTsquery(query.part)})`;
    case 'phrase':
      return query.words.map((lexemes) => either(lexemes.map(toTsquery))).join(' <-> ');
    case 'and':
      return `(${query.parts.map(toTsquery).join(' & ')})`;
    case 'or':
      return either(query.parts.map(toTsquery));
  }
}

/** Returns a tsquery for any of the lexemes with the given weight. */
function weighed(lexemes: readonly Lexeme[], weight: 'A' | 'B'): string {
  return either(
    lexemes.map(({ text, prefix }) => {
      return `${quote(text)}:${prefix ? '*' : ''}${weight}`;
    }),
  );
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '$&$&')}'`;
}

function either(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0]! : `(${parts.join(' | ')})`;
}

/** Returns an expression for the relevance of a row, from its columns `title`, `scope`, `pay` and `closing`. */
export function relevance({ scored, favoured, quality }: KeywordQuery, parameters: Parameters): string {
  if (scored.length === 0) return '0';
  const queries = scored.map(({ field, anyOf }) => either(anyOf.map((phrase) => ofField(field, phrase))));
  const parts = scored.map(({ weight, scope }, index) => {
    const has = `title @@ ${parameters.add(queries[index], 'tsquery')}`;
    return `${weight} * (${scope === undefined ? '' : `scope = ${scope} and `}${has})::integer`;
  });
  if (favoured) parts.push(`${favoured.weight} * (scope = ${favoured.scope})::integer`);
  if (quality.payStated > 0) parts.push(`${quality.payStated} * (pay > 0)::integer`);
  if (quality.closingStated > 0) parts.push(`${quality.closingStated} * (closing < ${NEVER_CLOSES})::integer`);
  // Most rows match none of the parts, which a single test finds out.
  const any = parameters.add(either(queries), 'tsquery');
  return `case when title @@ ${any} then least(${parts.join(' + ')}, ${MAX_SCORE}) else 0 end`;
}

/** Returns a tsquery for a phrase in a field of the vector `title`. */
function ofField(field: ScoredField, phrase: ScoredPhrase): string {
  const words = phrase.map((lexemes) => {
    if (field === 'title') return weighed(lexemes, 'A');
    if (field === 'organization') return weighed(lexemes, 'B');
    return either(lexemes.map(({ text, prefix }) => `${quote(LEXEME_MARKS[field] + text)}${prefix ? ':*' : ''}`));
  });
  return words.length === 1
    ? words[0]!
    : `(${words.map((word) => `(${word})`).join(field === 'subject' ? ' & ' : ' <-> ')})`;
}

/**
 * Makes the planner use the index for searches. If the migration was able to raise the planner's cost of text matching, nothing else is
 * needed; otherwise (on a server where we are not superuser) sequential scans are disabled for the search.
 */
export class PlanGuard {
  private knowsCost: Promise<boolean> | undefined;

  constructor(private readonly database: Kysely<Database>) {}

  async run<Row>(text: string, values: readonly unknown[]): Promise<Row[]> {
    this.knowsCost ??= this.readCost();
    if ((await this.knowsCost) || !text.includes('words @@')) return run<Row>(this.database, text, values);
    return this.database.transaction().execute(async (trx) => {
      await run(trx, 'set local enable_seqscan = off');
      return run<Row>(trx, text, values);
    });
  }

  private async readCost(): Promise<boolean> {
    try {
      const rows = await run<{ procost: number }>(
        this.database,
        `select procost from pg_proc where oid = 'pg_catalog.ts_match_vq(tsvector, tsquery)'::regprocedure`,
      );
      return Number(rows[0]?.procost) > 100;
    } catch (error) {
      this.knowsCost = undefined;
      throw error;
    }
  }
}
