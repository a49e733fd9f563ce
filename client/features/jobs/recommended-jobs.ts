import {
  type JobCardFragment,
  JobsForResumeDocument,
  RecommendedJobsDocument,
  type RecommendedJobsQuery,
} from '#contract/generated/operations.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { anyOf } from '../../components/search/search-state';

const MAX_JOBS = 4;

/** The part of a resume that determines which jobs may fit. */
interface WantedWork {
  id: string;
  jobPreferences: { desiredOccupation: readonly { tid: number }[] };
}

const OCCUPATION = JOB_FACETS.find(({ name }) => name === 'occupation')!;

/**
 * Jobs in the occupations of a resume, the most similar in meaning first; the newest first if the backend has no
 * semantic search. Empty if the resume has no occupations, or if the request fails.
 */
export async function recommendedJobs(
  request: PageRequest,
  { id, jobPreferences }: WantedWork,
  count = MAX_JOBS,
): Promise<JobCardFragment[]> {
  const { search } = request.site;
  const occupations = jobPreferences.desiredOccupation.map(({ tid }) => String(tid));
  if (occupations.length === 0) return [];
  const variables = {
    language: [...search.languages],
    condition_group: anyOf(OCCUPATION.field, occupations),
    range: { first: 0, last: count },
  };
  const nearest = await request.graphql(JobsForResumeDocument, { ...variables, similarTo: { resume: id } });
  const isUnknown = !nearest.ok && isUnsupported(nearest.failure);
  const answer = isUnknown ? await request.graphql(RecommendedJobsDocument, variables) : nearest;
  const documents = answer.ok ? answer.data.searchAPISearch.documents : [];
  return documents.filter(isJob);
}

/** Documents of other kinds are empty objects. */
function isJob(document: RecommendedJobsQuery['searchAPISearch']['documents'][number]): document is JobCardFragment {
  return 'id' in document;
}
