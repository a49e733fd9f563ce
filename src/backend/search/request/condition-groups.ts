import type { ConditionGroupInput, ConditionInput } from '../../../contract/generated/resolvers.js';
import {
  JOB_FACETS,
  JOB_ORGANIZATION_NAME_FIELD,
  JOB_TITLE_FIELD,
  type JobFacetName,
} from '../../../contract/job-search.js';
import { badUserInput } from '../../graphql/rejection.js';
import type { FacetSelection, SearchCondition } from '../search.port.js';
import { withoutControlCharacters } from './clean-text.js';

const DEEPEST = 8;
const MOST_CONDITIONS = 500;
const TAG = 'facet:';
/** Stands for "has none". */
export const MISSING = '!';

export interface Narrowing {
  where: SearchCondition;
  selections: FacetSelection[];
}

/**
 * The conditions of a request. Outer groups tagged with a facet are that facet's selection; all else, however nested, is what every
 * hit fulfils.
 *
 * @throws BAD_USER_INPUT naming what is not understood.
 */
export function readConditionGroup(group: ConditionGroupInput | null | undefined): Narrowing {
  if (!group) return { where: { kind: 'and', parts: [] }, selections: [] };
  const reader = new GroupReader();
  if (group.conjunction === 'OR' || tagOf(group) !== undefined) {
    const selection = reader.selection(group);
    return selection
      ? { where: { kind: 'and', parts: [] }, selections: [selection] }
      : { where: reader.group(group, 1), selections: [] };
  }
  const where: SearchCondition[] = (group.conditions ?? []).map((condition) => reader.condition(condition));
  const selections: FacetSelection[] = [];
  for (const part of group.groups ?? []) {
    const selection = reader.selection(part);
    if (selection) selections.push(selection);
    else where.push(reader.group(part, 2));
  }
  return { where: simplified('and', where), selections };
}

class GroupReader {
  private conditions = 0;

  /** @returns undefined when the group is not tagged with a facet, or holds nothing. */
  selection(group: ConditionGroupInput): FacetSelection | undefined {
    const tag = tagOf(group);
    if (tag === undefined) return undefined;
    const facet = facetNamed(tag)?.name;
    if (facet === undefined) throw badUserInput(`There is no facet "${shortened(tag)}" (tag of a condition group)`);
    const where = this.group(group, 1);
    if (!isAbout(where, facet))
      throw badUserInput(`A group tagged "${TAG}${shortened(tag)}" holds conditions on other fields`);
    return isTrue(where) ? undefined : { facet, where };
  }

  group(group: ConditionGroupInput, depth: number): SearchCondition {
    if (depth > DEEPEST) throw badUserInput(`Condition groups are nested deeper than ${DEEPEST}`);
    const parts = [
      ...(group.conditions ?? []).map((condition) => this.condition(condition)),
      ...(group.groups ?? []).map((part) => this.group(part, depth + 1)).filter((part) => !isTrue(part)),
    ];
    return simplified(group.conjunction === 'OR' ? 'or' : 'and', parts);
  }

  condition({ name, value, operator }: ConditionInput): SearchCondition {
    if (++this.conditions > MOST_CONDITIONS) throw badUserInput(`There are more than ${MOST_CONDITIONS} conditions`);
    const like = (operator ?? '=').toUpperCase() === 'LIKE';
    if (!like && (operator ?? '=') !== '=') throw badUserInput(`There is no operator "${shortened(operator ?? '')}"`);
    if (like && name !== JOB_TITLE_FIELD) throw badUserInput(`The operator LIKE is for "${JOB_TITLE_FIELD}" only`);
    if (name === JOB_TITLE_FIELD) return { kind: 'title', pattern: like ? pattern(value) : escaped(value) };
    if (name === JOB_ORGANIZATION_NAME_FIELD)
      return { kind: 'organization-name', name: withoutControlCharacters(value) };
    const facet = facetNamed(name)?.name;
    if (facet === undefined) throw badUserInput(`There is no field "${shortened(name)}"`);
    return facetCondition(facet, name, value);
  }
}

/** `1,2,2` are two values, either of which will do. */
function facetCondition(facet: JobFacetName, name: string, value: string): SearchCondition {
  if (value === MISSING) return { kind: 'facet', facet, value: null };
  const parts = [...new Set(value.split(',').map((part) => part.trim()))];
  const numbers = parts.map((part) => (/^\d{1,10}$/.test(part) ? Number(part) : undefined));
  if (numbers.includes(undefined)) throw badUserInput(`"${shortened(value)}" is no value of "${shortened(name)}"`);
  return simplified(
    'or',
    numbers.map((number) => ({ kind: 'facet', facet, value: number ?? null })),
  );
}

function facetNamed(name: string) {
  return JOB_FACETS.find((facet) => facet.field === name || facet.name === name);
}

function tagOf(group: ConditionGroupInput): string | undefined {
  return group.tags?.find((tag) => tag.startsWith(TAG))?.slice(TAG.length);
}

function isAbout(condition: SearchCondition, facet: JobFacetName): boolean {
  if (condition.kind === 'and' || condition.kind === 'or') return condition.parts.every((part) => isAbout(part, facet));
  return condition.kind === 'facet'
    ? condition.facet === facet
    : facet === 'company' && condition.kind === 'organization-name';
}

function isTrue(condition: SearchCondition): boolean {
  return condition.kind === 'and' && condition.parts.length === 0;
}

/** An empty group says nothing, whichever its conjunction. */
function simplified(kind: 'and' | 'or', parts: readonly SearchCondition[]): SearchCondition {
  if (parts.length === 0) return { kind: 'and', parts: [] };
  return parts.length === 1 ? parts[0]! : { kind, parts };
}

/** `%` as in the request; `_` and the backslash mean themselves. */
function pattern(value: string): string {
  return withoutControlCharacters(value).slice(0, 200).replace(/[_\\]/g, '\\$&');
}

function escaped(value: string): string {
  return pattern(value).replace(/%/g, '\\%');
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
