import {
  type JobCardFragment,
  JobsForResumeDocument,
  RecommendedJobsDocument,
  type RecommendedJobsQuery,
  SearchJobsDocument,
  type SearchJobsQueryVariables,
} from '#contract/generated/operations.js';
import { type GraphqlResult, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import { anyOf } from '../../components/search/search-state';
import { type JobSearchResult, jobSearchResult } from './list/search-view';
import { jobSearchVariables, readJobSearch } from './search-state';

const MAX_JOBS = 4;

/** Nearly always, the newest jobs contain enough employers if there are this many for each job of the list. */
const CANDIDATES_PER_JOB = 3;
/** The maximum that a search returns. */
const MORE_CANDIDATES = 100;

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

/**
 * The newest jobs that a page recommends: those with an employer's name and a way to apply, of different employers. An import can add
 * many jobs of one employer: then older ones are looked through as well, and if these are of too few employers, a second job of each
 * follows, and so on.
 *
 * @param count maximum number
 * @param changes to the search for all jobs
 */
export async function newestJobs(
  request: PageRequest,
  count: number,
  changes: Partial<SearchJobsQueryVariables> = {},
): Promise<GraphqlResult<JobSearchResult>> {
  const variables = { ...jobSearchVariables(readJobSearch(new URLSearchParams(), []), request.site), ...changes };
  const first = count * CANDIDATES_PER_JOB;
  const answer = await request.graphql(SearchJobsDocument, { ...variables, range: { first: 0, last: first } });
  if (!answer.ok) return answer;
  const result = jobSearchResult(answer.data);
  let jobs = result.documents.filter(isComplete);
  if (new Set(jobs.map(({ organization }) => organization.id)).size < count && result.result_count > first) {
    const range = { first, last: MORE_CANDIDATES };
    const more = await request.graphql(SearchJobsDocument, { ...variables, facets: [], range });
    if (more.ok) jobs = withoutDuplicates([...jobs, ...jobSearchResult(more.data).documents.filter(isComplete)]);
  }
  return { ok: true, data: { ...result, documents: employersInTurn(jobs).slice(0, count) } };
}

type FoundJob = JobSearchResult['documents'][number];

const isComplete = ({ incomplete }: FoundJob): boolean => !incomplete;

/** A job that is published between two requests moves the last job of the first one into the second one. */
function withoutDuplicates(jobs: readonly FoundJob[]): FoundJob[] {
  return [...new Map(jobs.map((job) => [job.id, job])).values()];
}

/** Sorts jobs so that the first one of each employer comes first, then the second one of each, and so on. */
function employersInTurn(jobs: readonly FoundJob[]): FoundJob[] {
  const counts = new Map<string, number>();
  const turns = jobs.map((job) => {
    const turn = counts.get(job.organization.id) ?? 0;
    counts.set(job.organization.id, turn + 1);
    return { job, turn };
  });
  return turns.sort((one, other) => one.turn - other.turn).map(({ job }) => job);
}
