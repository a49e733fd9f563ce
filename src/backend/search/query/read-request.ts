import { LRUCache } from 'lru-cache';
import type {
  FacetInput,
  FulltextInput,
  QuerySearchApiSearchArgs,
  RangeInput,
  SortInput,
} from '#contract/generated/resolvers.js';
import { FACET_LIMIT, SORT_RELEVANCE } from '#contract/search/job-search.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import type { FacetRequest, IndexKind, Keywords, SearchQuery } from '../port/search.port.js';
import { baseLanguage } from '../analysis/tokens.js';
import { parseKeywords } from '../port/keyword-grammar.js';
import { cutAtWord, withoutControlCharacters } from '../analysis/plain-text.js';
import { readConditionGroup, type Narrowing, type SearchIndex, type SortOrder } from './condition-groups.js';

const MAX_KEYS_LENGTH = 200;
const MAX_KEYS = 8;
const MAX_HITS = 100;
const DEFAULT_HITS = 10;
// Page 1000 with the largest page size.
const MAX_OFFSET = 12_000;

/**
 * Reads a request except its place, which has to be looked up.
 *
 * @throws BAD_USER_INPUT naming the invalid part
 */
export function readRequest<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  args: QuerySearchApiSearchArgs,
  site: string,
): SearchQuery<Kind> {
  const keywords = readKeywords(index, args.fulltext);
  return {
    site,
    languages: [...new Set((args.language ?? []).map(baseLanguage))],
    keywords,
    ...narrowed(index, readConditionGroup(index, args.condition_group), args.facets),
    area: undefined,
    sort: readSort(index, args.sorts, keywords !== undefined),
    ...readRange(args.range),
    facets: (args.facets ?? []).map((facet) => readFacet(index, facet)),
  };
}

/** Turns selections in facets counted with `and` into ordinary conditions, because they also restrict the facet's own counts. */
function narrowed<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { where, selections }: Narrowing<Kind>,
  facets: FacetInput[] | null | undefined,
): Narrowing<Kind> {
  const counted = new Set((facets ?? []).filter(({ operator }) => /^and$/i.test(operator)).map(({ field }) => field));
  const strict = selections.filter(({ facet }) =>
    index.facets.some(({ name, field }) => name === facet && counted.has(field)),
  );
  if (strict.length === 0) return { where, selections };
  return {
    where: { kind: 'and', parts: [where, ...strict.map((selection) => selection.where)] },
    selections: selections.filter((selection) => !strict.includes(selection)),
  };
}

/** Cache of parsed keywords: searches repeat their words, and data derived from them is memoized by this object; see `KeywordMemo`. */
const remembered = new LRUCache<string, { keywords: Keywords | undefined }>({ max: 500 });
const MAX_REMEMBERED_LENGTH = 500;

function readKeywords(
  index: Pick<SearchIndex<IndexKind>, 'id' | 'keywordFields'>,
  fulltext: FulltextInput | null | undefined,
): Keywords | undefined {
  if (!fulltext) return undefined;
  const key = JSON.stringify([index.id, fulltext]);
  const known = remembered.get(key);
  if (known) return known.keywords;
  const keywords = parseFulltext(index, fulltext);
  if (key.length <= MAX_REMEMBERED_LENGTH) remembered.set(key, { keywords });
  return keywords;
}

function parseFulltext(
  index: Pick<SearchIndex<IndexKind>, 'keywordFields'>,
  fulltext: FulltextInput,
): Keywords | undefined {
  const { keys, fields, conjunction, literal } = fulltext;
  if (keys.length > MAX_KEYS) throw badUserInput(`"keys" has more than ${MAX_KEYS} entries`);
  const word = (conjunction ?? 'AND').toUpperCase();
  if (word !== 'AND' && word !== 'OR') throw badUserInput(`There is no conjunction "${word.slice(0, 80)}"`);
  const wanted = (fields ?? []).map((name) => {
    const field = index.keywordFields.find((known) => known === name);
    if (field) return field;
    const known = index.keywordFields.map((each) => `"${each}"`).join(' and ');
    throw badUserInput(`"${name.slice(0, 80)}" is not a keyword field; known fields: ${known}`);
  });
  const boxes = readKeys(fulltext)
    .map(parseKeywords)
    .filter((clauses) => clauses.length > 0);
  if (boxes.length === 0) return undefined;
  return {
    boxes,
    any: word === 'OR',
    fields: wanted.length > 0 ? wanted : ['everything'],
    ...(literal ? { literal } : {}),
  };
}

/** Returns the text of each search box, truncated to the maximum length; empty ones are omitted. */
export function readKeys(fulltext: FulltextInput | null | undefined): string[] {
  return (fulltext?.keys ?? [])
    .map((key) => cutAtWord(withoutControlCharacters(key.slice(0, 10 * MAX_KEYS_LENGTH)), MAX_KEYS_LENGTH))
    .filter((key) => key !== '');
}

function readSort<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  sorts: SortInput[] | null | undefined,
  hasKeywords: boolean,
): Kind['sort'] {
  const orders: SortOrder[] = [];
  for (const { field, value } of sorts ?? []) {
    if (field !== SORT_RELEVANCE.field && !index.sortFields.includes(field)) {
      throw badUserInput(`"${index.id}" cannot be sorted by "${field.slice(0, 80)}"`);
    }
    if (!/^(asc|desc)$/i.test(value))
      throw badUserInput(`There is no order "${value.slice(0, 80)}": use "asc" or "desc"`);
    orders.push({ field, descending: value.toLowerCase() === 'desc' });
  }
  return index.sort(orders, hasKeywords);
}

function readRange(range: RangeInput | null | undefined): { offset: number; limit: number } {
  if (!range) return { offset: 0, limit: DEFAULT_HITS };
  const { first, last } = range;
  if (first < 0 || first > MAX_OFFSET) throw badUserInput(`"range.first" must be from 0 to ${MAX_OFFSET}`);
  if (last < 1 || last > MAX_HITS) throw badUserInput(`"range.last" must be from 1 to ${MAX_HITS}`);
  return { offset: first, limit: last };
}

function readFacet<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  { field, limit = FACET_LIMIT, operator, min_count: minCount = 1, missing = false }: FacetInput,
): FacetRequest<Kind> {
  const facet = index.facets.find((known) => known.field === field)?.name;
  if (facet === undefined) throw badUserInput(`There is no facet "${field.slice(0, 80)}"`);
  if (!/^(or|and)$/i.test(operator)) throw badUserInput(`There is no facet operator "${operator.slice(0, 80)}"`);
  if (limit < 1 || limit > 10 * FACET_LIMIT)
    throw badUserInput(`"limit" of a facet must be from 1 to ${10 * FACET_LIMIT}`);
  return { facet, limit, minCount, missing };
}
