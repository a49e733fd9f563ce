import {
  type FittingResumeFragment,
  JobOccupationsDocument,
  type ManagedJobFactsFragment,
  PeopleForJobDocument,
  RecommendedResumesDocument,
  type RecommendedResumesQuery,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { RESUME_FACETS } from '#contract/search/resume-search.js';
import { anyOf } from '../../components/search/search-request';
import type { FittingPeople } from '../../features/resumes/search/people-who-fit';

/** Maximum number of published jobs of a page with recommendations: each job requires a separate search. */
const MAX_JOBS = 3;
const MAX_PEOPLE = 3;
const OCCUPATION = RESUME_FACETS.find(({ name }) => name === 'occupation')!;

/**
 * People who look for work such as a job offers, the most similar in meaning first. The backend checks permissions: it
 * denies the search to recruiters who are not approved, and the page omits the recommendations.
 */
export async function recommendedPeople(
  request: PageRequest,
  jobs: readonly ManagedJobFactsFragment[],
): Promise<FittingPeople[]> {
  const { features, search } = request.site;
  if (!features.jobManagerRecommender || !features.resume) return [];
  const published = jobs.filter(({ state }) => state === 'published').slice(0, MAX_JOBS);
  const found = await Promise.all(
    published.map(async ({ id, title }): Promise<FittingPeople[]> => {
      const terms = await request.graphql(JobOccupationsDocument, { id });
      const occupations = terms.ok ? (terms.data.job?.occupationalField ?? []).map(({ tid }) => String(tid)) : [];
      if (occupations.length === 0) return [];
      const variables = {
        language: [...search.languages],
        condition_group: anyOf(OCCUPATION.field, occupations),
        range: { first: 0, last: MAX_PEOPLE },
      };
      const nearest = await request.graphql(PeopleForJobDocument, { ...variables, similarTo: { job: id } });
      const isUnknown = !nearest.ok && isUnsupported(nearest.failure);
      const answer = isUnknown ? await request.graphql(RecommendedResumesDocument, variables) : nearest;
      const documents = answer.ok ? answer.data.searchAPISearch.documents : [];
      const resumes = documents.filter(isResume);
      return resumes.length > 0 ? [{ job: { id, title }, occupations, resumes }] : [];
    }),
  );
  return found.flat();
}

/** Documents of other kinds are empty objects. */
function isResume(
  document: RecommendedResumesQuery['searchAPISearch']['documents'][number],
): document is FittingResumeFragment {
  return 'id' in document;
}
