import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import { type ListedUserFragment, UsersDocument } from '#contract/generated/operations.js';
import type { UserQuery } from '../../../features/account/administration/searched-tables';
import { failedPage, type ListData, listRange, pageCount, typedText } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface UsersData extends ListData<UserQuery> {
  users: readonly ListedUserFragment[];
}

export const load = viewerPage({ title: 'admin.users.title', role: 'administrator' }, async (request) => {
  const search = typedText(request.query, 'search');
  const role = ROLE_NAMES.find((name) => name === typedText(request.query, 'role'));
  const state = typedText(request.query, 'state');
  const { page, ...range } = listRange(request.query);
  const answer = await request.graphql(UsersDocument, {
    search: search || null,
    role: role ?? null,
    blocked: state === 'blocked' ? true : state === 'open' ? false : null,
    ...range,
  });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { users, total } = answer.data.users;
  return { users, total, page, pages: pageCount(total), query: { search, role: role ?? '', state } };
});
