import { type ListedUserFragment, UsersDocument } from '../../../../src/contract/generated/operations.js';
import { failedPage, missingPage, type PageData } from '../../../lib/page-data';
import { type PageForm, partForm } from '../../../lib/page-form';
import { viewerPage } from '../../../lib/viewer-page';

const FORMS = ['roles', 'block', 'unblock', 'masquerade'] as const;
const NOTICES = ['roles', 'blocked', 'unblocked'] as const;

export interface UserData extends PageData {
  account: ListedUserFragment;
  forms: Record<(typeof FORMS)[number], PageForm>;
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'admin.user.title', role: 'administrator' }, async (request) => {
  const answer = await request.graphql(UsersDocument, { id: request.query.get('user') ?? '', limit: 1 });
  if (!answer.ok) return failedPage(request, answer.failure);
  const account = answer.data.users.users[0];
  if (!account) return missingPage(request);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return { account, notice, forms: Object.fromEntries(FORMS.map((name) => [name, partForm(request, name)])) };
});
