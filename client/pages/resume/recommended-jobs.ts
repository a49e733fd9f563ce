import {
  type JobCardFragment,
  RecommendedJobsDocument,
  type RecommendedJobsQuery,
  type ResumeDetailQuery,
} from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { anyOf } from '../../components/search/search-request';

const MAX_JOBS = 4;
const OCCUPATION = JOB_FACETS.find(({ name }) => name === 'occupation')!;

/** The newest jobs in the occupations that a resume names; none where it names none, and where they cannot be asked for now. */
export async function recommendedJobs(
  request: PageRequest,
  { jobPreferences }: NonNullable<ResumeDetailQuery['resume']>,
): Promise<JobCardFragment[]> {
  const { features, search } = request.site;
  const occupations = jobPreferences.desiredOccupation.map(({ tid }) => String(tid));
  if (!features.resumeRecommender || occupations.length === 0) return [];
  const answer = await request.graphql(RecommendedJobsDocument, {
    language: [...search.languages],
    condition_group: anyOf(OCCUPATION.field, occupations),
    range: { first: 0, last: MAX_JOBS },
  });
  const documents = answer.ok ? answer.data.searchAPISearch.documents : [];
  return documents.filter(isJob);
}

/** Documents of another kind are empty. */
function isJob(document: RecommendedJobsQuery['searchAPISearch']['documents'][number]): document is JobCardFragment {
  return 'id' in document;
}
