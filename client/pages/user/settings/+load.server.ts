import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import {
  IdentitiesDocument,
  type IdentitiesQuery,
  MailLanguageDocument,
  OwnMembersDocument,
  type OwnMembersQuery,
  RecruitingMailsDocument,
  type RecruitingMailsQuery,
} from '#contract/generated/operations.js';
import { languagesOf } from '../../../lib/format';
import { type PageForm, partForm } from '../../../lib/page-form';
import type { PageData } from '../../../lib/page-data';
import { loadUser } from '../../../lib/user/load-user.server';
import type { CurrentUser } from '../../../lib/user/user-context';
import { hasRole, viewerPage, type ViewerRequest } from '../../../lib/viewer-page';

const FORMS = [
  'change-name',
  'change-email',
  'change-language',
  'change-password',
  'active-organization',
  'recruiting-mails',
  'make-owner',
  'unlink-identity',
  'log-out-everywhere',
  'delete-account',
] as const;
const NOTICES = [
  'name-changed',
  'language-changed',
  'email-sent',
  'password-changed',
  'organization-changed',
  'mails-saved',
  'owner-made',
  'identity-linked',
  'identity-unlinked',
] as const;

export interface SettingsData extends PageData {
  currentUser: CurrentUser;
  /** Services to which the account is connected. */
  identities: IdentitiesQuery['identities'];
  /** Members of the organizations that the user owns. */
  members: OwnMembersQuery['ownMembers'];
  /** Language of emails; undefined if it cannot be changed. */
  language: string | undefined;
  /** null if the viewer belongs to no organization here; `failed` if the settings are currently unavailable. */
  mails: RecruitingMailsQuery['recruitingMails'] | 'failed';
  forms: Record<(typeof FORMS)[number], PageForm>;
  /** Result of the previous action. */
  notice?: (typeof NOTICES)[number];
}

export const load = viewerPage({ title: 'dashboard.settings.title' }, async (request) => {
  const notice = request.form ? undefined : NOTICES.find((known) => known === request.query.get('notice'));
  const forms = Object.fromEntries(FORMS.map((name) => [name, partForm(request, name)]));
  const [currentUser, identities, members, mails, language] = await Promise.all([
    loadUser(request, ['organizations']),
    loadIdentities(request),
    loadMembers(request),
    loadMails(request),
    loadLanguage(request),
  ]);
  return { currentUser, identities, members, mails, language, forms, notice };
});

/** Only the users themselves may see them. */
async function loadIdentities(request: ViewerRequest): Promise<IdentitiesQuery['identities']> {
  if (request.viewer.masqueraded) return [];
  const answer = await request.graphql(IdentitiesDocument, {});
  return answer.ok ? answer.data.identities : [];
}

async function loadMembers(request: ViewerRequest): Promise<OwnMembersQuery['ownMembers']> {
  if (request.viewer.masqueraded || !hasRole(request.viewer, 'recruiter')) return [];
  const answer = await request.graphql(OwnMembersDocument, {});
  return answer.ok ? answer.data.ownMembers : [];
}

async function loadMails(request: ViewerRequest): Promise<SettingsData['mails']> {
  if (request.viewer.masqueraded || !hasRole(request.viewer, 'recruiter')) return null;
  const answer = await request.graphql(RecruitingMailsDocument, {});
  if (answer.ok) return answer.data.recruitingMails;
  // A backend without these emails has no settings for them.
  return isUnsupported(answer.failure) ? null : 'failed';
}

/** Sites with one language have no choice, and some backends do not offer it. */
async function loadLanguage(request: ViewerRequest): Promise<string | undefined> {
  if (request.viewer.masqueraded || languagesOf(request.site).length < 2) return undefined;
  const answer = await request.graphql(MailLanguageDocument, {});
  return answer.ok ? answer.data.mailLanguage : undefined;
}
