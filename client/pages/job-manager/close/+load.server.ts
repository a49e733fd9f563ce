import { ClosingMessageDocument, type ClosingMessageQuery } from '../../../../src/contract/generated/operations.js';
import { failedPage, missingPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface ClosingData extends PageData {
  closing: NonNullable<ClosingMessageQuery['closingMessage']>;
  form: PageForm;
}

export const load = viewerPage({ title: 'applications.closing.title' }, async (request) => {
  const answer = await request.graphql(ClosingMessageDocument, { jobId: request.query.get('job') ?? '' });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { closingMessage: closing } = answer.data;
  return closing ? { closing, form: pageForm(request) } : missingPage(request);
});
