import { ClosingMessageDocument, type ClosingMessageQuery } from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
import { type PageForm, pageForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

export interface ClosingData extends PageData {
  closing: NonNullable<ClosingMessageQuery['closingMessage']>;
  form: PageForm;
}

export const load = viewerPage({ title: 'applications.closing.title' }, async (request) => {
  const answer = await request.graphql(ClosingMessageDocument, { jobId: request.query.get('job') ?? '' });
  const closing = lookUp(answer, (data) => data.closingMessage);
  if (closing.kind !== 'found') return absentPage(request, closing);
  return { closing: closing.value, form: pageForm(request) };
});
