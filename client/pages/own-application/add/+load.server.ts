import { OwnApplicationDocument, type OwnApplicationQuery } from '#contract/generated/operations.js';
import { ownApplicationPath } from '#contract/pages/paths.js';
import { lookUp, NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm, type PendingFormFile, pendingFormFiles } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface AdditionPageData extends PageData {
  application: NonNullable<OwnApplicationQuery['ownApplication']>;
  form: PageForm;
  kept: readonly PendingFormFile[];
}

export const load = viewerPage({ title: 'applications.add.title' }, async (request) => {
  const id = request.path.split('/')[2]!;
  const application = lookUp(await request.graphql(OwnApplicationDocument, { id }), (data) => data.ownApplication);
  if (application.kind !== 'found') return absentPage(request, application);
  // A decided application accepts no additions; a form that was already sent keeps its typed values.
  if (!application.value.mayWithdraw && !request.form) return absentPage(request, NO_SUCH_PAGE);
  const form = { ...pageForm(request), action: request.href(`${ownApplicationPath(id)}/add`) };
  return { application: application.value, form, kept: pendingFormFiles(form.values.attachments) };
});
