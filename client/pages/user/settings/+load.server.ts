import { type PageForm, partForm } from '../../../lib/page-form';
import type { PageData } from '../../../lib/page-data';
import { loadUser } from '../../../lib/user/load-user.server';
import type { CurrentUser } from '../../../lib/user/user-context';
import { viewerPage } from '../../../lib/viewer-page';

const FORMS = [
  'change-email',
  'change-password',
  'active-organization',
  'log-out-everywhere',
  'delete-account',
] as const;
const NOTICES = ['email-sent', 'password-changed', 'organization-changed'] as const;

export interface SettingsData extends PageData {
  currentUser: CurrentUser;
  forms: Record<(typeof FORMS)[number], PageForm>;
  /** What has just been done. */
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'dashboard.settings.title' }, async (request) => {
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  const forms = Object.fromEntries(FORMS.map((name) => [name, partForm(request, name)]));
  return { currentUser: await loadUser(request, ['organizations']), forms, notice };
});
