import {
  AnswerTimesDocument,
  type AnswerTimesQuery,
  JobsWithApplicationsDocument,
} from '#contract/generated/operations.js';
import type { JobWithApplications } from '../../features/applications/received/jobs-list';
import { failedPage, type PageData } from '../../lib/page-data';
import { viewerPage } from '../../lib/viewer-page';

export interface ApplicationsData extends PageData {
  jobs: readonly JobWithApplications[];
  /** Empty if they are currently unavailable: the page is mainly for the list. */
  times: AnswerTimesQuery['answerTimes'];
}

export const load = viewerPage({ title: 'applications.received.title' }, async (request) => {
  const [answer, times] = await Promise.all([
    request.graphql(JobsWithApplicationsDocument, {}),
    request.graphql(AnswerTimesDocument, {}),
  ]);
  if (!answer.ok) return failedPage(request, answer.failure);
  return { jobs: answer.data.jobsWithApplications, times: times.ok ? times.data.answerTimes : [] };
});
