import { type AdvertFacetName, JOB_ORGANIZATION_NAME_FIELD } from '#contract/search/job-search.js';
import type {
  ConditionGroupInput,
  ConditionInput,
  FulltextInput,
  GeoLocationInput,
} from '#contract/generated/resolvers.js';
import {
  idsOf,
  type MergedOrganizations,
  type NamedOrganizations,
} from '../../domain/organizations/organization.repository.js';
import type { SavedSearch, SearchToSave } from '../../platform/database/tables/alert-tables.js';
import { JOBS_INDEX } from '../jobs/job-search.js';

/** Returns a search in canonical form, with its parts in a fixed order, so that equal searches are stored only once. */
export function canonicalSearch({ language, fulltext, condition_group, geoLocation }: SavedSearch): SavedSearch {
  const group = condition_group && sorted(condition_group);
  return {
    language: [...language].sort(),
    ...(fulltext ? { fulltext: words(fulltext) } : {}),
    ...(group && !isEmptyGroup(group) ? { condition_group: group } : {}),
    ...(geoLocation ? { geoLocation: place(geoLocation) } : {}),
  };
}

function words({ keys, fields, conjunction, literal }: FulltextInput): FulltextInput {
  return {
    keys,
    ...(fields?.length ? { fields: [...new Set(fields)].sort() } : {}),
    ...(conjunction ? { conjunction: conjunction.toUpperCase() } : {}),
    ...(literal ? { literal } : {}),
  };
}

function place(found: GeoLocationInput): GeoLocationInput {
  const { label, country, administrativeArea, lat, lon, radius, locationType } = found;
  return { label, country, administrativeArea, lat, lon, radius, locationType };
}

function sorted({ conjunction, conditions, groups, tags }: ConditionGroupInput): ConditionGroupInput {
  const plain = (conditions ?? []).map(({ name, value, operator }) => ({ name, value, operator: operator ?? '=' }));
  const inner = (groups ?? []).map(sorted).filter((group) => !isEmptyGroup(group));
  return {
    conjunction: conjunction === 'OR' ? 'OR' : 'AND',
    ...(plain.length > 0 ? { conditions: inOrder(plain) } : {}),
    ...(inner.length > 0 ? { groups: inOrder(inner) } : {}),
    ...(tags?.length ? { tags: [...tags].sort() } : {}),
  };
}

function inOrder<T>(parts: readonly T[]): T[] {
  const keyed = [...new Map(parts.map((part) => [JSON.stringify(part), part]))];
  return keyed.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
}

function isEmptyGroup({ conditions, groups }: ConditionGroupInput): boolean {
  return !conditions?.length && !groups?.length;
}

/** Filters that say how new or how near its end a job is. */
const DATE_FILTERS: readonly string[] = ['published', 'closing'] satisfies AdvertFacetName[];

/**
 * Returns a search without conditions on the dates of jobs. Saved searches report each new job once, which may be weeks after it was
 * published and before it closes.
 */
export function withoutDates<Search extends SearchToSave>(search: Search): Search {
  const { condition_group: group } = search;
  return group ? { ...search, condition_group: groupWithoutDates(group) } : search;
}

/** @returns undefined if nothing is left, or a date is one of several alternatives */
function groupWithoutDates(group: ConditionGroupInput): ConditionGroupInput | undefined {
  const { conditions, groups } = group;
  const otherConditions = (conditions ?? []).filter(({ name }) => !DATE_FILTERS.includes(name));
  const otherGroups = (groups ?? []).map(groupWithoutDates).filter((inner) => inner !== undefined);
  const left = otherConditions.length + otherGroups.length;
  if (left === (conditions?.length ?? 0) + (groups?.length ?? 0)) return group;
  return left === 0 || group.conjunction === 'OR'
    ? undefined
    : { ...group, conditions: otherConditions, groups: otherGroups };
}

const FACET = JOBS_INDEX.facets.find(({ name }) => name === JOBS_INDEX.nameFacet)!;

/** Names of conditions that refer to organizations. */
export const ORGANIZATION_FIELDS: readonly string[] = [FACET.field, FACET.name, JOB_ORGANIZATION_NAME_FIELD];

/** @returns the organizations that a search for jobs names */
export function namedInSearch({ condition_group: group }: SavedSearch): NamedOrganizations {
  const conditions = group ? conditionsIn(group) : [];
  return {
    ids: conditions.filter(isOfFacet).flatMap(({ value }) => idsOf(valuesOf(value))),
    names: conditions.filter(({ name }) => name === JOB_ORGANIZATION_NAME_FIELD).map(({ value }) => value),
  };
}

/** @returns the search, with merged organizations replaced by those into which they were merged */
export function searchAfterMerge(search: SavedSearch, merged: MergedOrganizations): SavedSearch {
  const { condition_group: group } = search;
  return group ? canonicalSearch({ ...search, condition_group: groupAfterMerge(group, merged) }) : search;
}

function groupAfterMerge(group: ConditionGroupInput, merged: MergedOrganizations): ConditionGroupInput {
  return {
    ...group,
    conditions: (group.conditions ?? []).map((condition) => {
      if (isOfFacet(condition)) return { ...condition, value: merged.remaining(valuesOf(condition.value)).join() };
      return condition.name === JOB_ORGANIZATION_NAME_FIELD
        ? { ...condition, value: merged.remainingName(condition.value) }
        : condition;
    }),
    groups: (group.groups ?? []).map((inner) => groupAfterMerge(inner, merged)),
  };
}

function conditionsIn({ conditions, groups }: ConditionGroupInput): ConditionInput[] {
  return [...(conditions ?? []), ...(groups ?? []).flatMap(conditionsIn)];
}

function isOfFacet({ name }: ConditionInput): boolean {
  return name === FACET.field || name === FACET.name;
}

function valuesOf(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}
