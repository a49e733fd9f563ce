import {
  ChangeEmailDocument,
  ChangeMailLanguageDocument,
  ChangeNameDocument,
  ChangePasswordDocument,
  ChangeRecruitingMailsDocument,
  ConfirmEmailChangeDocument,
  CreateOrganizationDocument,
  DeleteAccountDocument,
  type DigestFrequency,
  MakeOwnerDocument,
  SetActiveOrganizationDocument,
  UnlinkIdentityDocument,
  UserLogoutEverywhereDocument,
} from '#contract/generated/operations.js';
import { FAREWELL_PATH, LOGIN_PATH, OWN_ORGANIZATION_PATH, SETTINGS_PATH } from '#contract/pages/paths.js';
import { type FormAction, type FormContext, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';
import { again, check, failed, goOn } from './form-outcomes.js';

const secret = (name: string) => ({ name, secret: true });

/** The page confirms the change next to the form. */
function saved({ href }: FormContext, notice: string): FormOutcome {
  return { kind: 'done', redirect: href(`${SETTINGS_PATH}?notice=${notice}`) };
}

function loggedOut({ href }: FormContext, notice: string): FormOutcome {
  return { kind: 'done', redirect: href(`${LOGIN_PATH}?notice=${notice}`), session: 'end' };
}

/** Maps the backend's field names to those of the form. */
function renamed(errors: readonly { field: string | null; message: string }[], password: string): FormOutcome {
  return again(
    errors.map(({ field, message }) => ({ field: field === 'currentPassword' ? password : field, message })),
  );
}

const changeName: PagePart = {
  fields: [{ name: 'firstName' }, { name: 'lastName' }],
  async handle({ firstName = '', lastName = '' }, call) {
    const rejection = check('change-name', { firstName, lastName }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(ChangeNameDocument, { firstName, lastName });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.changeName;
    return errors.length > 0 ? again(errors) : saved(call, 'name-changed');
  },
};

const changeLanguage: PagePart = {
  fields: [{ name: 'language' }],
  async handle({ language }, call) {
    const rejection = check('change-language', { language }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(ChangeMailLanguageDocument, { language: language! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.changeMailLanguage;
    return errors.length > 0 ? again(errors) : saved(call, 'language-changed');
  },
};

/** APP-08. The address changes only after the user follows the link that is sent to the new address. */
const changeEmail: PagePart = {
  fields: [{ name: 'email' }, secret('emailPassword')],
  async handle({ email, emailPassword }, call) {
    const rejection = check('change-email', { email, emailPassword }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(ChangeEmailDocument, { email: email!, currentPassword: emailPassword! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.changeEmail;
    return errors.length > 0 ? renamed(errors, 'emailPassword') : saved(call, 'email-sent');
  },
};

/** Changes the password and ends all other sessions. */
const changePassword: PagePart = {
  fields: [secret('currentPassword'), secret('newPassword')],
  async handle({ currentPassword, newPassword }, call) {
    const rejection = check('change-password', { currentPassword, newPassword }, call);
    if (rejection) return rejection;
    const passwords = { currentPassword: currentPassword!, newPassword: newPassword! };
    const answer = await call.graphql(ChangePasswordDocument, passwords);
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.changePassword;
    return errors.length > 0 ? again(errors) : saved(call, 'password-changed');
  },
};

/** AUTH-19. */
const activeOrganization: PagePart = {
  fields: [{ name: 'organizationId' }],
  async handle({ organizationId }, call) {
    const rejection = check('active-organization', { organizationId }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(SetActiveOrganizationDocument, { organizationId: organizationId! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.setActiveOrganization;
    if (errors.length > 0) return again(errors);
    // Sent from the menu of any page: lead back to that page.
    return call.query.has('destination') ? { kind: 'done', redirect: goOn(call) } : saved(call, 'organization-changed');
  },
};

const FREQUENCIES: readonly DigestFrequency[] = ['off', 'weekly', 'daily'];

/** Only for people who work for organizations. */
const recruitingMails: PagePart = {
  fields: [{ name: 'applications' }, { name: 'digest' }],
  async handle({ applications, digest }, call) {
    const frequency = FREQUENCIES.find((known) => known === digest);
    if (!frequency) return again([{ field: 'digest', message: call.t('dashboard.settings.mails.choose') }]);
    const mails = { applications: Boolean(applications), digest: frequency };
    const answer = await call.graphql(ChangeRecruitingMailsDocument, { mails });
    if (!answer.ok) return failed(answer.failure, call);
    return answer.data.changeRecruitingMails
      ? saved(call, 'mails-saved')
      : again([{ field: null, message: call.t('dashboard.settings.mails.noMember') }]);
  },
};

/** The chosen value also names the organization, because one person may own several. */
const makeOwner: PagePart = {
  fields: [{ name: 'newOwner' }],
  async handle({ newOwner }, call) {
    const rejection = check('make-owner', { newOwner }, call);
    if (rejection) return rejection;
    const [organizationId = '', userId = ''] = newOwner!.split(' ');
    const answer = await call.graphql(MakeOwnerDocument, { organizationId, userId });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.makeOwner;
    return errors.length > 0 ? again(errors) : saved(call, 'owner-made');
  },
};

/** AUTH-08. */
const unlinkIdentity: PagePart = {
  fields: [{ name: 'provider' }],
  async handle({ provider }, call) {
    const answer = await call.graphql(UnlinkIdentityDocument, { provider: provider! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.unlinkIdentity;
    return errors.length > 0 ? again(errors) : saved(call, 'identity-unlinked');
  },
};

const logOutEverywhere: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(UserLogoutEverywhereDocument, {});
    return answer.ok ? loggedOut(call, 'logged-out-everywhere') : failed(answer.failure, call);
  },
};

/** APP-08: deleted data cannot be restored. */
const deleteAccount: PagePart = {
  fields: [secret('deletePassword')],
  async handle({ deletePassword }, call) {
    const rejection = check('delete-account', { deletePassword }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(DeleteAccountDocument, { currentPassword: deletePassword! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.deleteAccount;
    return errors.length > 0
      ? renamed(errors, 'deletePassword')
      : { kind: 'done', redirect: call.href(FAREWELL_PATH), session: 'end' };
  },
};

/** For recruiters who registered with another service, which does not know their organization. */
const createOrganization: FormAction = {
  paths: [OWN_ORGANIZATION_PATH],
  fields: [{ name: 'organizationName' }],
  async handle({ organizationName }, call) {
    const rejection = check('create-organization', { organizationName }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(CreateOrganizationDocument, { name: organizationName! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.createOrganization;
    return errors.length > 0 ? again(errors) : { kind: 'done', redirect: goOn(call) };
  },
};

/** The address changes only when the form is sent, because some programs open every link of a mail. */
const confirmEmail: FormAction = {
  paths: ['/user/confirm-email'],
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(ConfirmEmailChangeDocument, { token: call.query.get('token') ?? '' });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.confirmEmailChange;
    if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
    return { kind: 'done', redirect: call.href('/user/confirm-email?notice=email-changed') };
  },
};

export const SETTINGS_FORMS: readonly FormAction[] = [
  formsOfPage(SETTINGS_PATH, {
    'change-name': changeName,
    'change-email': changeEmail,
    'change-language': changeLanguage,
    'change-password': changePassword,
    'active-organization': activeOrganization,
    'recruiting-mails': recruitingMails,
    'make-owner': makeOwner,
    'unlink-identity': unlinkIdentity,
    'log-out-everywhere': logOutEverywhere,
    'delete-account': deleteAccount,
  }),
  confirmEmail,
  createOrganization,
];
