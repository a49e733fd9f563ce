import {
  ReceivedApplicationDocument,
  type ReceivedApplicationQuery,
} from '../../../../src/contract/generated/operations.js';
import { failedPage, missingPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const NOTICES = ['moved', 'answered'] as const;

export interface ReceivedApplicationData extends PageData {
  application: NonNullable<ReceivedApplicationQuery['receivedApplication']>;
  forms: { move: PageForm; answer: PageForm };
  /** The name of one, for an answer. */
  template?: string;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'applications.received.one' }, async (request) => {
  const [, , jobId, id] = request.path.split('/');
  const answer = await request.graphql(ReceivedApplicationDocument, { id: id! });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { receivedApplication: application } = answer.data;
  if (application?.job.id !== jobId) return missingPage(request);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  const forms = { move: partForm(request, 'move'), answer: partForm(request, 'answer') };
  return { application, forms, template: request.query.get('template') ?? undefined, notice };
});
