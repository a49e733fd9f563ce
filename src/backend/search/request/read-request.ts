import type {
  FacetInput,
  FulltextInput,
  QuerySearchApiSearchArgs,
  RangeInput,
  SortInput,
} from '../../../contract/generated/resolvers.js';
import { FACET_LIMIT, JOB_FACETS, SORT_RECENT, SORT_RELEVANCE } from '../../../contract/job-search.js';
import { badUserInput } from '../../graphql/rejection.js';
import type { FacetRequest, KeywordField, Keywords, SearchQuery, SearchSort } from '../search.port.js';
import { baseLanguage } from '../text/fold.js';
import { parseKeywords } from '../text/keyword-grammar.js';
import { cutAtWord, withoutControlCharacters } from './clean-text.js';
import { readConditionGroup, type Narrowing } from './condition-groups.js';

export const JOBS_INDEX = 'jobs';
const LONGEST_KEYS = 200;
const MOST_KEYS = 8;
const MOST_HITS = 100;
const DEFAULT_HITS = 10;
const DEEPEST_OFFSET = 10_000;

/**
 * What a request asks for, apart from the place, which has to be looked up.
 *
 * @throws BAD_USER_INPUT naming what is not understood.
 */
export function readRequest(args: QuerySearchApiSearchArgs, site: string): SearchQuery {
  if (args.index_id !== JOBS_INDEX) throw badUserInput(`There is no index "${args.index_id.slice(0, 80)}"`);
  const keywords = readKeywords(args.fulltext);
  return {
    site,
    languages: [...new Set((args.language ?? []).map(baseLanguage))],
    keywords,
    ...narrowed(readConditionGroup(args.condition_group), args.facets),
    area: undefined,
    sort: readSort(args.sorts, keywords !== undefined),
    ...readRange(args.range),
    facets: (args.facets ?? []).map(readFacet),
  };
}

/** The selection of a facet counted with `and` narrows its own counts as well: it is a condition like any other. */
function narrowed({ where, selections }: Narrowing, facets: FacetInput[] | null | undefined): Narrowing {
  const counted = new Set((facets ?? []).filter(({ operator }) => /^and$/i.test(operator)).map(({ field }) => field));
  const strict = selections.filter(({ facet }) =>
    JOB_FACETS.some(({ name, field }) => name === facet && counted.has(field)),
  );
  if (strict.length === 0) return { where, selections };
  return {
    where: { kind: 'and', parts: [where, ...strict.map((selection) => selection.where)] },
    selections: selections.filter((selection) => !strict.includes(selection)),
  };
}

function readKeywords(fulltext: FulltextInput | null | undefined): Keywords | undefined {
  if (!fulltext) return undefined;
  const { keys, fields, conjunction } = fulltext;
  if (keys.length > MOST_KEYS) throw badUserInput(`"keys" has more than ${MOST_KEYS} entries`);
  const word = (conjunction ?? 'AND').toUpperCase();
  if (word !== 'AND' && word !== 'OR') throw badUserInput(`There is no conjunction "${word.slice(0, 80)}"`);
  const wanted = (fields ?? []).map(readField);
  const boxes = keys
    .map((key) => parseKeywords(cutAtWord(withoutControlCharacters(key.slice(0, 10 * LONGEST_KEYS)), LONGEST_KEYS)))
    .filter((clauses) => clauses.length > 0);
  if (boxes.length === 0) return undefined;
  return { boxes, any: word === 'OR', fields: wanted.length > 0 ? wanted : ['everything'] };
}

function readField(field: string): KeywordField {
  if (field === 'title' || field === 'organization') return field;
  throw badUserInput(`"${field.slice(0, 80)}" is no field for keywords: there are "title" and "organization"`);
}

function readSort(sorts: SortInput[] | null | undefined, hasKeywords: boolean): SearchSort {
  for (const { field, value } of sorts ?? []) {
    if (field !== SORT_RELEVANCE.field && field !== SORT_RECENT.field) {
      throw badUserInput(`Jobs cannot be sorted by "${field.slice(0, 80)}"`);
    }
    if (!/^(asc|desc)$/i.test(value))
      throw badUserInput(`There is no order "${value.slice(0, 80)}": there are "asc" and "desc"`);
  }
  const first = sorts?.[0];
  if (first?.field === SORT_RECENT.field) return first.value.toLowerCase() === 'asc' ? 'oldest' : 'newest';
  return hasKeywords ? 'relevance' : 'newest';
}

function readRange(range: RangeInput | null | undefined): { offset: number; limit: number } {
  if (!range) return { offset: 0, limit: DEFAULT_HITS };
  const { first, last } = range;
  if (first < 0 || first > DEEPEST_OFFSET) throw badUserInput(`"range.first" must be from 0 to ${DEEPEST_OFFSET}`);
  if (last < 1 || last > MOST_HITS) throw badUserInput(`"range.last" must be from 1 to ${MOST_HITS}`);
  return { offset: first, limit: last };
}

function readFacet({ field, limit, operator, min_count: minCount, missing }: FacetInput): FacetRequest {
  const facet = JOB_FACETS.find((known) => known.field === field)?.name;
  if (facet === undefined) throw badUserInput(`There is no facet "${field.slice(0, 80)}"`);
  if (!/^(or|and)$/i.test(operator)) throw badUserInput(`There is no facet operator "${operator.slice(0, 80)}"`);
  if (limit < 1 || limit > 10 * FACET_LIMIT)
    throw badUserInput(`"limit" of a facet must be from 1 to ${10 * FACET_LIMIT}`);
  return { facet, limit, minCount, missing };
}
