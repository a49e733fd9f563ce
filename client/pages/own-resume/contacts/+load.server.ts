import { ReceivedContactsDocument, type ReceivedContactsQuery } from '#contract/generated/operations.js';
import { RECEIVED_FORMS, type ReceivedForms } from '../../../features/resume-contacts/received-contacts';
import { NO_SUCH_PAGE } from '../../../lib/lookup';
import { absentPage, failedPage, type PageData } from '../../../lib/page-data';
import { partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface ReceivedContactsData extends PageData {
  received: ReceivedContactsQuery['receivedContactRequests'];
  forms: ReceivedForms;
  notice: (typeof RECEIVED_FORMS)[number] | undefined;
}

/** Contact requests to the owner of a resume. */
export const load = viewerPage({ title: 'contacts.received.title' }, async (request) => {
  if (!request.site.features.resume) return absentPage(request, NO_SUCH_PAGE);
  const answer = await request.graphql(ReceivedContactsDocument, {});
  if (!answer.ok) return failedPage(request, answer.failure);
  return {
    received: answer.data.receivedContactRequests,
    forms: Object.fromEntries(RECEIVED_FORMS.map((part) => [part, partForm(request, part)])) as ReceivedForms,
    notice: request.form ? undefined : RECEIVED_FORMS.find((known) => known === request.query.get('notice')),
  };
});
