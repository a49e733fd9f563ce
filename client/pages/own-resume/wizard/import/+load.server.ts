import { loadReview, type Review } from '../../../../features/resumes/import/load-review';
import { NO_SUCH_PAGE } from '../../../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../../../lib/page-data';
import { type PageForm, pageForm } from '../../../../lib/page-form';
import { viewerPage } from '../../../../lib/viewer-page';

export interface ResumeImportData extends PageData {
  form: PageForm;
  /** undefined if a file must be chosen first. */
  review: Review | undefined;
}

export const load = viewerPage({ title: 'resume-import.title', role: 'applicant' }, async (request) => {
  const { resume, resumeImport } = request.site.features;
  if (!resume || !resumeImport) return absentPage(request, NO_SUCH_PAGE);
  const loaded = await loadReview(request);
  if (!loaded.ok) return failedPage(request, loaded.failure);
  return { form: pageForm(request), review: loaded.review };
});
