import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import { type ListedUserFragment, UsersDocument } from '#contract/generated/operations.js';
import type { UserQuery } from '../../../features/account/administration/searched-tables';
import { failedPage, type ListData, loadListPage, typedText } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface UsersData extends ListData<UserQuery> {
  users: readonly ListedUserFragment[];
}

export const load = viewerPage({ title: 'admin.users.title', role: 'administrator' }, async (request) => {
  const search = typedText(request.query, 'search');
  const role = ROLE_NAMES.find((name) => name === typedText(request.query, 'role'));
  const state = typedText(request.query, 'state');
  const list = await loadListPage(request.query, {
    load: (range) =>
      request.graphql(UsersDocument, {
        search: search || null,
        role: role ?? null,
        blocked: state === 'blocked' ? true : state === 'open' ? false : null,
        ...range,
      }),
    total: ({ users }) => users.total,
  });
  if (!list.ok) return failedPage(request, list.failure);
  const { total, page, pages } = list;
  return { users: list.data.users.users, total, page, pages, query: { search, role: role ?? '', state } };
});
