import type { ConditionGroupInput, ConditionInput } from '#contract/generated/resolvers.js';
import { badUserInput } from '../../platform/graphql/allow.js';
import type { FacetSelection, IndexKind, SearchCondition, KeywordField } from '../port/search.port.js';
import { withoutControlCharacters } from '../analysis/plain-text.js';

/** Describes the facets, fields and sort orders that requests may use in an index. */
export interface SearchIndex<Kind extends IndexKind> {
  /** `index_id` of a request. */
  id: string;
  facets: readonly { name: Kind['facet']; field: string }[];
  /** Fields to which keywords may be restricted. */
  keywordFields: readonly KeywordField[];
  /** Name of the field that supports LIKE, which becomes a title condition. */
  titleField: string;
  /** Facet in which the name of an organization may be selected as well. */
  nameFacet?: Kind['facet'];
  /** @returns undefined if there is no such field, or it is a facet */
  condition(name: string, value: string): Kind['condition'] | undefined;
  /**
   * Reads a value of a facet without a vocabulary.
   *
   * @returns `rule` describing valid values if the text is not one; undefined if the facet has ids of terms or records
   */
  readValue?(facet: Kind['facet'], text: string): { value: number } | { rule: string } | undefined;
  /** Sort fields besides relevance. */
  sortFields: readonly string[];
  sort(orders: readonly SortOrder[], hasKeywords: boolean): Kind['sort'];
}

/** A sort order whose `field` is one of `sortFields`, or relevance. */
export interface SortOrder {
  field: string;
  descending: boolean;
}

const MAX_DEPTH = 8;
const MAX_CONDITIONS = 500;
const TAG = 'facet:';
/** Value that matches documents without any value of the facet. */
export const MISSING = '!';

type Condition = SearchCondition<IndexKind>;

export interface Narrowing<Kind extends IndexKind> {
  where: SearchCondition<Kind>;
  selections: FacetSelection<Kind>[];
}

/**
 * Reads the conditions of a request. Outer groups tagged with a facet are that facet's selection; all other conditions, however nested,
 * apply to every hit.
 *
 * @throws BAD_USER_INPUT naming the invalid part
 */
export function readConditionGroup<Kind extends IndexKind>(
  index: SearchIndex<Kind>,
  group: ConditionGroupInput | null | undefined,
): Narrowing<Kind> {
  // The reader returns only facets and conditions that the index declares.
  return read(new GroupReader(index), group) as Narrowing<Kind>;
}

function read(reader: GroupReader, group: ConditionGroupInput | null | undefined): Narrowing<IndexKind> {
  if (!group) return { where: { kind: 'and', parts: [] }, selections: [] };
  if (group.conjunction === 'OR' || tagOf(group) !== undefined) {
    const selection = reader.selection(group);
    return selection
      ? { where: { kind: 'and', parts: [] }, selections: [selection] }
      : { where: reader.group(group, 1), selections: [] };
  }
  const where: Condition[] = (group.conditions ?? []).map((condition) => reader.condition(condition));
  const selections: FacetSelection<IndexKind>[] = [];
  for (const part of group.groups ?? []) {
    const selection = reader.selection(part);
    if (selection) selections.push(selection);
    else where.push(reader.group(part, 2));
  }
  return { where: simplified('and', where), selections };
}

class GroupReader {
  private conditions = 0;

  constructor(private readonly index: SearchIndex<IndexKind>) {}

  /** @returns undefined if the group is not tagged with a facet, or is empty */
  selection(group: ConditionGroupInput): FacetSelection<IndexKind> | undefined {
    const tag = tagOf(group);
    if (tag === undefined) return undefined;
    const facet = facetNamed(this.index, tag);
    if (facet === undefined) throw badUserInput(`There is no facet "${shortened(tag)}" (tag of a condition group)`);
    const where = this.group(group, 1);
    if (!isAbout(where, facet, this.index))
      throw badUserInput(`A group tagged "${TAG}${shortened(tag)}" holds conditions on other fields`);
    return isTrue(where) ? undefined : { facet, where };
  }

  group(group: ConditionGroupInput, depth: number): Condition {
    if (depth > MAX_DEPTH) throw badUserInput(`Condition groups are nested deeper than ${MAX_DEPTH}`);
    const parts = [
      ...(group.conditions ?? []).map((condition) => this.condition(condition)),
      ...(group.groups ?? []).map((part) => this.group(part, depth + 1)).filter((part) => !isTrue(part)),
    ];
    return simplified(group.conjunction === 'OR' ? 'or' : 'and', parts);
  }

  condition({ name, value, operator }: ConditionInput): Condition {
    if (++this.conditions > MAX_CONDITIONS) throw badUserInput(`There are more than ${MAX_CONDITIONS} conditions`);
    const like = (operator ?? '=').toUpperCase() === 'LIKE';
    if (!like && (operator ?? '=') !== '=') throw badUserInput(`There is no operator "${shortened(operator ?? '')}"`);
    const { titleField } = this.index;
    if (like && name !== titleField) throw badUserInput(`The operator LIKE is for "${titleField}" only`);
    if (name === titleField) return { kind: 'title', pattern: like ? pattern(value) : escaped(value) };
    const own = this.index.condition(name, value);
    if (own) return own;
    const facet = facetNamed(this.index, name);
    if (facet === undefined) throw badUserInput(`There is no field "${shortened(name)}"`);
    return facetCondition(this.index, facet, { name, value });
  }
}

/** Reads a list of alternative values: `1,2,2` matches either of two values. */
function facetCondition(
  index: SearchIndex<IndexKind>,
  facet: string,
  { name, value }: Pick<ConditionInput, 'name' | 'value'>,
): Condition {
  if (value === MISSING && !index.readValue?.(facet, value)) return { kind: 'facet', facet, value: null };
  const parts = [...new Set(value.split(',').map((part) => part.trim()))];
  const conditions = parts.map((part): Condition => {
    const read = index.readValue?.(facet, part) ?? (/^\d{1,10}$/.test(part) ? { value: Number(part) } : undefined);
    if (read && 'value' in read) return { kind: 'facet', facet, value: read.value };
    const rule = read ? `: it takes ${read.rule}` : '';
    throw badUserInput(`"${shortened(value)}" is not a value of "${shortened(name)}"${rule}`);
  });
  return simplified('or', conditions);
}

function facetNamed({ facets }: SearchIndex<IndexKind>, name: string): string | undefined {
  return facets.find((facet) => facet.field === name || facet.name === name)?.name;
}

function tagOf(group: ConditionGroupInput): string | undefined {
  return group.tags?.find((tag) => tag.startsWith(TAG))?.slice(TAG.length);
}

function isAbout(condition: Condition, facet: string, index: SearchIndex<IndexKind>): boolean {
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.every((part) => isAbout(part, facet, index));
  return condition.kind === 'facet'
    ? condition.facet === facet
    : facet === index.nameFacet && condition.kind === 'organization-name';
}

function isTrue(condition: Condition): boolean {
  return condition.kind === 'and' && condition.parts.length === 0;
}

/** Simplifies a group. An empty one is no restriction, whatever its conjunction. */
function simplified(kind: 'and' | 'or', parts: readonly Condition[]): Condition {
  if (parts.length === 0) return { kind: 'and', parts: [] };
  return parts.length === 1 ? parts[0]! : { kind, parts };
}

/** Returns a LIKE pattern: `%` keeps its meaning; `_` and the backslash are escaped. */
function pattern(value: string): string {
  return withoutControlCharacters(value).slice(0, 200).replace(/[_\\]/g, '\\$&');
}

function escaped(value: string): string {
  return pattern(value).replace(/%/g, '\\%');
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
