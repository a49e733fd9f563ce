import { JobsWithApplicationsDocument } from '#contract/generated/operations.js';
import type { JobWithApplications } from '../../features/applications/received/jobs-list';
import { failedPage, type PageData } from '../../lib/page-data';
import { viewerPage } from '../../lib/viewer-page';

export interface ApplicationsData extends PageData {
  jobs: readonly JobWithApplications[];
}

export const load = viewerPage({ title: 'applications.received.title' }, async (request) => {
  const answer = await request.graphql(JobsWithApplicationsDocument, {});
  return answer.ok ? { jobs: answer.data.jobsWithApplications } : failedPage(request, answer.failure);
});
