import {
  type ApplicationState,
  JobApplicationsDocument,
  type JobApplicationsQuery,
} from '../../../../src/contract/generated/operations.js';
import { failedPage, missingPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface JobApplicationsData extends PageData {
  list: NonNullable<JobApplicationsQuery['jobApplications']>;
  /** undefined: all. */
  state: ApplicationState | undefined;
  page: number;
}

const PAGE = /^[1-9]\d{0,5}$/;

export const load = viewerPage({ title: 'applications.received.title' }, async (request) => {
  const jobId = request.path.split('/').at(-1)!;
  const wanted = request.query.get('page') ?? '1';
  const page = PAGE.test(wanted) ? Number(wanted) : 1;
  const everything = await request.graphql(JobApplicationsDocument, { jobId, state: null, page: 1 });
  if (!everything.ok) return failedPage(request, everything.failure);
  if (!everything.data.jobApplications) return missingPage(request);
  // Only what is there is filtered by: nothing else in the address reaches the backend.
  const { counts } = everything.data.jobApplications;
  const state = counts.find((each) => each.state === request.query.get('state'))?.state;
  if (state === undefined && page === 1) return { list: everything.data.jobApplications, state, page };
  const answer = await request.graphql(JobApplicationsDocument, { jobId, state: state ?? null, page });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { jobApplications: list } = answer.data;
  return list ? { list, state, page: Math.min(page, list.pages) } : missingPage(request);
});
