import type { UnderstoodJobsQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import type { ReadChoice } from '../../../components/search/read-choices';
import { withWords } from '../../../components/search/search-state';
import { JOB_SEARCH, type JobSearchState } from '../search-state';

/** What was read from the words of a search. */
export type JobUnderstanding = NonNullable<UnderstoodJobsQuery['searchAPISearch']['understanding']>;

/** What an answer says of how a search was understood. */
interface UnderstoodAnswer {
  understanding?: JobUnderstanding | null;
  location?: { radius?: number | null; widened?: unknown } | null;
}

/** @returns the same search with what was read from its words as filters; the search itself where nothing was */
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

/** The values of facets that were read, with their names: an answer without results does not name them. */
export function namedChoices(understanding: JobUnderstanding | null | undefined): PageRequest['pathFacets'] {
  if (!understanding) return [];
  return facetChoices(understanding).map(({ facet, value, label }) => ({ facet, value, label, slug: '' }));
}

/** The choices that are ticked because of the words. */
export function readChoices(understanding: JobUnderstanding | null | undefined): ReadChoice[] {
  return understanding ? facetChoices(understanding) : [];
}

function facetChoices({ phrases }: JobUnderstanding) {
  return phrases.flatMap(({ field, value, label, typed, isPlaceBox }) => {
    const facet = JOB_SEARCH.facets.find((known) => known.field === field)?.name;
    return facet ? [{ facet, value, label, typed, isPlaceBox }] : [];
  });
}
