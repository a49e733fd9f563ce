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
  /** Empty where they cannot be had right now: the list is what the page is for. */
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
