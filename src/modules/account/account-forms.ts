import { CONSENT_GIVEN, HONEYPOT_FIELD } from '#contract/accounts/account-forms.js';
import {
  JwtTokenDocument,
  RequestEmailVerificationDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  VerifyEmailDocument,
  ConfirmIdentityLinkDocument,
  RegisterUserDocument,
  AgreeToRevisionDocument,
  CreateGdprUserConsentDocument,
  RevisedConsentInfosDocument,
} from '#contract/generated/operations.js';
import { CHECK_MAIL_PATH, CONSENT_TEXTS_PATH } from '#contract/pages/paths.js';
import { asksPassword, VERIFY_BY_PASSWORD, isInvited } from '#contract/accounts/account-links.js';
import { isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { FormAction, FormOutcome, FormContext } from '../forms/index.js';
import type { CaptchaSolver } from './captcha/captcha-solver.js';
import {
  afterLogin,
  afterLogout,
  afterVerification,
  again,
  check,
  failed,
  toConfirmation,
  wantedAddress,
  afterRegistration,
  goOn,
} from './form-outcomes.js';

const FORBIDDEN = 403;
const UNAVAILABLE = 503;

/** The consent prompt of every page, sent without scripts (PAGE-04): leads back to the page. */
export const agreeToConsent: FormAction = {
  paths: [CONSENT_TEXTS_PATH],
  fields: [{ name: 'agreed' }, { name: 'mail' }, { name: 'infoId' }, { name: 'infoRevisionId' }],
  async handle({ agreed, mail = '', infoId = '', infoRevisionId }, call) {
    if (!call.isLoggedIn)
      return { kind: 'again', errors: [{ field: null, message: call.t('dashboard.forbidden') }], status: FORBIDDEN };
    if (agreed !== CONSENT_GIVEN) return again([{ field: 'agreed', message: call.t('rules.account.consent') }]);
    // A backend without revisions does not know the argument either.
    const answer = infoRevisionId
      ? await call.graphql(AgreeToRevisionDocument, { mail, infoId, infoRevisionId })
      : await call.graphql(CreateGdprUserConsentDocument, { mail, infoId });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.createGdprUserConsent;
    if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
    return { kind: 'done', redirect: goOn(call), notice: 'consent-saved' };
  },
};

/** AUTH-08: the mailed link connects another service to the account, and logs in. */
const linkIdentity: FormAction = {
  paths: ['/user/link-identity'],
  fromAnyAccount: true,
  fields: [],
  async handle(_values, call) {
    const token = call.query.get('token') ?? '';
    const answer = await call.graphql(ConfirmIdentityLinkDocument, { token });
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.confirmIdentityLink;
    if (!jwt) return again(errors);
    return { kind: 'done', redirect: afterLogin(call), session: { begin: jwt } };
  },
};

const EMAIL = { name: 'email' };
const PASSWORD = { name: 'password', secret: true };

/** AUTH-03. */
const login: FormAction = {
  paths: ['/user/login'],
  fromAnyAccount: true,
  fields: [EMAIL, PASSWORD],
  async handle({ email, password }, call) {
    const rejection = check('login', { email, password }, call);
    if (rejection) return rejection;
    const answer = await call.graphql(JwtTokenDocument, { email: email!, password: password! });
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.JwtToken;
    if (errors.some(({ __typename }) => __typename === 'UnconfirmedAddressError'))
      return { kind: 'done', redirect: toConfirmation(call), mailedTo: email! };
    // The contact address for blocked accounts is that of the site, which is known only here.
    if (errors.some(({ __typename }) => __typename === 'BlockedAccountError'))
      return again([{ field: null, message: call.t('account.login.blocked', { email: call.site.contactEmail }) }]);
    if (!jwt) return again(errors.map(({ message }) => ({ field: null, message })));
    return { kind: 'done', redirect: afterLogin(call), session: { begin: jwt } };
  },
};

/**
 * Sends the mail of a registration or of a forgotten password once more. The notice is the same whether or not there was a mail to send.
 */
const resendMail: FormAction = {
  paths: [CHECK_MAIL_PATH],
  fromAnyAccount: true,
  fields: [EMAIL],
  async handle({ email }, call) {
    const rejection = check('resend-mail', { email }, call);
    if (rejection) return rejection;
    const isReset = call.query.get('reason') === 'reset';
    const answer = isReset
      ? await call.graphql(RequestPasswordResetDocument, { email: email! })
      : await call.graphql(RequestEmailVerificationDocument, {
          email: email!,
          destination: wantedAddress(call) ?? null,
        });
    if (!answer.ok) return failed(answer.failure, call);
    const errors = Object.values(answer.data).flatMap((result) => result.errors);
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams(call.query);
    query.set('notice', 'sent-again');
    return { kind: 'done', redirect: call.href(`${CHECK_MAIL_PATH}?${query.toString()}`), mailedTo: email! };
  },
};

/** AUTH-12: requests a link or, if the address contains the token of the link, sets the new password. */
const resetPassword: FormAction = {
  paths: ['/user/reset-password'],
  fromAnyAccount: true,
  fields: [EMAIL, PASSWORD],
  async handle({ email, password }, call) {
    const token = call.query.get('token');
    if (!token) {
      const answer = await call.graphql(RequestPasswordResetDocument, { email: email! });
      if (!answer.ok) return failed(answer.failure, call);
      const { errors } = answer.data.requestPasswordReset;
      if (errors.length > 0) return again(errors);
      return { kind: 'done', redirect: call.href(`${CHECK_MAIL_PATH}?reason=reset`), mailedTo: email! };
    }
    const answer = await call.graphql(ResetPasswordDocument, { token, password: password! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.resetPassword;
    if (errors.length > 0) return again(errors);
    const destination = wantedAddress(call);
    const query = new URLSearchParams({ notice: 'password-changed', ...(destination && { destination }) });
    return { kind: 'done', redirect: call.href(`/user/login?${query.toString()}`), session: 'end' };
  },
};

/** The mailed link logs in, together with the chosen password; in the browser of the registration, the link is sufficient. */
const verify: FormAction = {
  paths: ['/user/verify'],
  fromAnyAccount: true,
  fields: [PASSWORD],
  async handle({ password }, call) {
    const token = call.query.get('token') ?? '';
    const answer = await call.graphql(VerifyEmailDocument, { token, password: password || null, proof: call.owner });
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.verifyEmail;
    // This is not the browser of the registration after all, so the page asks for the password.
    if (!password && !asksPassword(call.query) && errors.some(({ field }) => field === 'password')) {
      const query = new URLSearchParams([...call.query, [...VERIFY_BY_PASSWORD]]);
      return { kind: 'done', redirect: call.href(`${call.path}?${query.toString()}`) };
    }
    if (!jwt) return again(errors);
    return { kind: 'done', redirect: afterVerification(call), session: { begin: jwt } };
  },
};

/** AUTH-10. */
const logout: FormAction = {
  paths: ['/user/logout'],
  fromAnyAccount: true,
  fields: [],
  handle: (_values, call) => Promise.resolve({ kind: 'done', redirect: afterLogout(call), session: 'end' }),
};

export const ACCOUNT_FORMS: readonly FormAction[] = [login, resendMail, resetPassword, verify, linkIdentity, logout];

const TOO_MANY = 429;

/** AUTH-11. The notice that follows is the same whether or not the account exists. */
export function registerForm(captchas: Pick<CaptchaSolver, 'solve'>): FormAction {
  return {
    paths: ['/user/register/applicant', '/user/register/recruiter'],
    fromAnyAccount: true,
    fields: [
      { name: 'firstName' },
      { name: 'lastName' },
      { name: 'organizationName' },
      { name: 'email' },
      { name: 'password', secret: true },
      { name: 'consent' },
      { name: 'consentInfoId' },
      { name: 'consentRevisionId' },
      { name: 'captcha', secret: true },
      { name: HONEYPOT_FIELD, secret: true },
    ],
    async handle(values, call) {
      const role = call.path.endsWith('recruiter') ? 'recruiter' : 'applicant';
      const organizationName =
        role === 'recruiter' && !isInvited(call.query.get('destination')) ? values.organizationName : undefined;
      const rejection = check('register', { ...values, organizationName }, call);
      if (rejection) return rejection;
      const done: FormOutcome = { kind: 'done', redirect: afterRegistration(call), mailedTo: values.email! };
      const unread = await unreadConsent(values, call);
      if (unread) return unread;
      const { site, t } = call;
      // Honeypot: people do not see this field, so a program filled it in. It gets the normal response, so that it does not notice.
      if (site.features.registrationCaptcha && values[HONEYPOT_FIELD]) return done;
      const isToSolve = site.features.registrationCaptcha && !values.captcha && !site.features.readOnly;
      const captcha = isToSolve ? await captchas.solve(call) : values.captcha;
      if (isToSolve && captcha === undefined) {
        const message = t('account.withoutScripts', { email: site.contactEmail });
        return { kind: 'again', errors: [{ field: null, message }], status: TOO_MANY };
      }
      const answer = await call.graphql(RegisterUserDocument, {
        input: {
          role,
          email: values.email!,
          password: values.password!,
          firstName: values.firstName,
          lastName: values.lastName,
          organizationName: organizationName ?? null,
          consent: values.consent === CONSENT_GIVEN,
          consentInfoId: values.consentInfoId || null,
          consentRevisionId: values.consentRevisionId || null,
          captcha: captcha || null,
          destination: wantedAddress(call) ?? null,
          proof: call.owner,
        },
      });
      if (!answer.ok) return failed(answer.failure, call);
      const { errors } = answer.data.registerUser;
      return errors.length > 0 ? again(errors) : done;
    },
  };
}

/**
 * For a registration from a page that showed no consent text: checks whether there is a text now, which has to be read first.
 *
 * @returns undefined if no consent is required
 */
async function unreadConsent(
  { consentRevisionId, consentInfoId }: Readonly<Record<string, string>>,
  call: FormContext,
): Promise<FormOutcome | undefined> {
  if (consentRevisionId || consentInfoId || !call.site.features.gdprConsent) return undefined;
  const answer = await call.graphql(RevisedConsentInfosDocument, { language: call.locale });
  if (answer.ok) {
    const isThere = answer.data.getGdprConsentInfos.length > 0;
    return isThere ? again([{ field: 'consent', message: call.t('account.consent.missing') }]) : undefined;
  }
  if (isUnsupported(answer.failure)) return undefined;
  const message = call.t('account.consent.failed');
  return { kind: 'again', errors: [{ field: null, message }], status: UNAVAILABLE };
}
