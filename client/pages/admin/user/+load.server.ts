import { type ListedUserFragment, UsersDocument } from '#contract/generated/operations.js';
import { lookUp } from '../../../lib/lookup';
import { absentPage, type PageData } from '../../../lib/page-data';
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
  const account = lookUp(answer, (data) => data.users.users[0]);
  if (account.kind !== 'found') return absentPage(request, account);
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  return {
    account: account.value,
    notice,
    forms: Object.fromEntries(FORMS.map((name) => [name, partForm(request, name)])),
  };
});
