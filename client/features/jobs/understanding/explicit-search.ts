import type { UnderstoodJobsQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { ReadChoice } from '../../../components/search/read-choices';
import { withWords } from '../../../components/search/search-state';
import { JOB_SEARCH, type JobSearchState } from '../search-state';

/** The filters that were read from the words of a search. */
export type JobUnderstanding = NonNullable<UnderstoodJobsQuery['searchAPISearch']['understanding']>;

/** The part of a response that explains how a search was understood. */
interface UnderstoodAnswer {
  understanding?: JobUnderstanding | null;
  location?: { radius?: number | null; widened?: unknown } | null;
}

/**
 * @returns the same search with the filters that were read from its words as explicit ones; the search itself if there
 * are none
 */
export function explicitSearch(state: JobSearchState, { understanding, location }: UnderstoodAnswer): JobSearchState {
  if (!understanding) return state;
  const { keys, place } = understanding;
  const facets: JobSearchState['facets'] = { ...state.facets };
  for (const { facet, value } of facetChoices(understanding)) {
    facets[facet] = [...new Set([...(facets[facet] ?? []), value])];
  }
  const { page, jobId } = state;
  return {
    ...withWords(JOB_SEARCH, state, keys),
    page,
    jobId,
    facets,
    geoLocation: place,
    ...(location?.widened ? { radius: location.radius ?? undefined } : {}),
  };
}

/** The facet values that were read, with their names: a response without results does not contain them. */
export function namedChoices(understanding: JobUnderstanding | null | undefined): PageRequest['pathFacets'] {
  if (!understanding) return [];
  return facetChoices(understanding).map(({ facet, value, label }) => ({ facet, value, label, slug: '' }));
}

/** The choices that are ticked because of the typed words. */
export function readChoices(understanding: JobUnderstanding | null | undefined): ReadChoice[] {
  return understanding ? facetChoices(understanding) : [];
}

function facetChoices({ phrases }: JobUnderstanding) {
  return phrases.flatMap(({ field, value, label, typed, isPlaceBox }) => {
    const facet = JOB_SEARCH.facets.find((known) => known.field === field)?.name;
    return facet ? [{ facet, value, label, typed, isPlaceBox }] : [];
  });
}
