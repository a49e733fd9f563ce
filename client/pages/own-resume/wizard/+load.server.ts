import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export const load = viewerPage({ title: 'resume-form.wizardTitle', role: 'applicant' }, (request): Partial<PageData> =>
  request.site.features.resume ? {} : absentPage(request, NO_SUCH_PAGE),
);
