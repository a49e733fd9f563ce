import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import { JobNumbersByViewsDocument, JobNumbersDocument, type JobNumbersQuery } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';

type Counted = NonNullable<JobNumbersQuery['jobNumbers']>;
type Source = Counted['sources'][number];

/** Statistics of a job, as far as the backend counts them. */
export interface Numbers extends Pick<Counted, 'views' | 'started' | 'applications' | 'weeks'> {
  /** null if the backend counts only views by source. */
  sources: readonly (Pick<Source, 'source' | 'views'> & Record<'started' | 'applications', number | null>)[];
  applicationSourcesSince: string | null;
}

/** @returns null if there are none, or if the viewer may not see them */
export async function loadNumbers(request: PageRequest, jobId: string): Promise<Numbers | null> {
  const answer = await request.graphql(JobNumbersDocument, { jobId });
  if (answer.ok) return answer.data.jobNumbers;
  if (!isUnsupported(answer.failure)) return null;
  const older = await request.graphql(JobNumbersByViewsDocument, { jobId });
  const numbers = older.ok ? older.data.jobNumbers : null;
  return (
    numbers && {
      ...numbers,
      sources: numbers.sources.map((each) => ({ ...each, started: null, applications: null })),
      applicationSourcesSince: null,
    }
  );
}
