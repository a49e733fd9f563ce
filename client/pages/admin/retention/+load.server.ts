import { RetentionDocument, type RetentionFieldsFragment } from '#contract/generated/operations.js';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface RetentionData extends PageData {
  kinds: readonly RetentionFieldsFragment[];
}

export const load = viewerPage({ title: 'admin.retention.title', role: 'administrator' }, async (request) => {
  const answer = await request.graphql(RetentionDocument, {});
  if (!answer.ok) return failedPage(request, answer.failure);
  return { kinds: answer.data.retention };
});
