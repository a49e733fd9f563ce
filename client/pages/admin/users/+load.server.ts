import { ROLE_NAMES } from '#contract/accounts/account-roles.js';
import { type ListedUserFragment, UsersDocument } from '#contract/generated/operations.js';
import type { UserQuery } from '../../../features/account/administration/user-table';
import { failedPage, type PageData } from '../../../lib/page-data';
import { viewerPage } from '../../../lib/viewer-page';

export interface UsersData extends PageData {
  users: readonly ListedUserFragment[];
  total: number;
  page: number;
  pages: number;
  query: UserQuery;
}

const PAGE_SIZE = 25;
const LAST_PAGE = 1_000_000;

export const load = viewerPage({ title: 'admin.users.title', role: 'administrator' }, async (request) => {
  const { query } = request;
  const text = (name: string) => query.get(name)?.trim() ?? '';
  const role = ROLE_NAMES.find((name) => name === text('role'));
  const state = text('state');
  const page = Math.min(Math.max(Math.trunc(Number(text('page'))) || 1, 1), LAST_PAGE);
  const answer = await request.graphql(UsersDocument, {
    search: text('search') || null,
    role: role ?? null,
    blocked: state === 'blocked' ? true : state === 'open' ? false : null,
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
  });
  if (!answer.ok) return failedPage(request, answer.failure);
  const { users, total } = answer.data.users;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return { users, total, page, pages, query: { search: text('search'), role: role ?? '', state } };
});
