import { OwnResumeDocument, type OwnResumeQuery } from '../../../src/contract/generated/operations.js';
import { RESUMES_PATH } from '../../../src/contract/paths.js';
import { failedPage, missingPage, type PageData } from '../../lib/page-data';
import { hasRole, viewerPage } from '../../lib/viewer-page';

export interface OwnResumeData extends PageData {
  /** null: there is none yet. */
  resume: OwnResumeQuery['ownResume'];
}

const FOUND = 302;

/** An applicant's own resume; whoever looks for people is led to theirs. */
export const load = viewerPage({ title: 'resume.own.title' }, async (request) => {
  const { site, viewer, href } = request;
  if (!site.features.resume) return missingPage(request);
  if (!hasRole(viewer, 'applicant')) {
    request.respond({ status: FOUND, headers: { location: href(RESUMES_PATH) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const answer = await request.graphql(OwnResumeDocument, {});
  return answer.ok ? { resume: answer.data.ownResume } : failedPage(request, answer.failure);
});
