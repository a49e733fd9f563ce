import {
  type ApplicationState,
  JobApplicationsDocument,
  type JobApplicationsQuery,
} from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { lockedPage } from '../../../lib/private-record';
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
  const all = lookUp(everything, (data) => data.jobApplications);
  if (all.kind !== 'found') return lockedPage(request, all, { kind: 'job', id: jobId });
  // Only what is there is filtered by: nothing else in the address reaches the backend.
  const { counts } = all.value;
  const state = counts.find((each) => each.state === request.query.get('state'))?.state;
  if (state === undefined && page === 1) return { list: all.value, state, page };
  const answer = await request.graphql(JobApplicationsDocument, { jobId, state: state ?? null, page });
  const list = lookUp(answer, (data) => data.jobApplications);
  if (list.kind !== 'found') return absentPage(request, list);
  return { list: list.value, state, page: Math.min(page, list.value.pages) };
});
