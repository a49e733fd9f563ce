import { OwnResumePageDocument, type OwnResumePageQuery } from '#contract/generated/operations.js';
import { RESUMES_PATH } from '#contract/pages/paths.js';
import type { OwnResumeForms } from '../../features/resumes/own/own-resume-state';
import { NO_SUCH_PAGE } from '../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../lib/page-data';
import { partForm } from '../../lib/page-form';
import { hasRole, viewerPage } from '../../lib/viewer-page';

const NOTICES = ['saved', 'shown', 'hidden', 'discarded', 'deleted'] as const;

export interface OwnResumeData extends PageData {
  /** null if there is none yet. */
  resume: OwnResumePageQuery['ownResume'];
  edited: OwnResumePageQuery['editedResume'];
  forms: OwnResumeForms;
  notice?: (typeof NOTICES)[number];
}

const FOUND = 302;

/** An applicant's own resume; users who search for people are redirected to the search. */
export const load = viewerPage({ title: 'resume.own.title' }, async (request) => {
  const { site, viewer, href, query } = request;
  if (!site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  if (!hasRole(viewer, 'applicant')) {
    request.respond({ status: FOUND, headers: { location: href(RESUMES_PATH) } });
    return { failure: { status: FOUND, reference: request.requestId } };
  }
  const answer = await request.graphql(OwnResumePageDocument, {});
  if (!answer.ok) return failedPage(request, answer.failure);
  const notice = request.form ? undefined : NOTICES.find((known) => known === query.get('notice'));
  const [visibility, discard, end] = ['visibility', 'discard', 'delete'].map((part) => partForm(request, part));
  return {
    resume: answer.data.ownResume,
    edited: answer.data.editedResume,
    forms: { visibility: visibility!, discard: discard!, delete: end! },
    ...(notice ? { notice } : {}),
  };
});
