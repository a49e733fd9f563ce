import {
  JwtTokenDocument,
  RequestEmailVerificationDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  VerifyEmailDocument,
} from '#contract/generated/operations.js';
import { CHECK_MAIL_PATH } from '#contract/pages/paths.js';
import type { FormAction } from '../forms/index.js';
import { afterLogin, afterLogout, again, check, failed, toConfirmation, wantedAddress } from './form-answers.js';
import { linkIdentity } from './link-identity-form.js';

const EMAIL = { name: 'email' };
const PASSWORD = { name: 'password', secret: true };

/** AUTH-03. */
const login: FormAction = {
  paths: ['/user/login'],
  fields: [EMAIL, PASSWORD],
  async handle({ email, password }, call) {
    const wrong = check('login', { email, password }, call);
    if (wrong) return wrong;
    const answer = await call.graphql(JwtTokenDocument, { email: email!, password: password! });
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.JwtToken;
    if (errors.some(({ code }) => code === 'unconfirmed'))
      return { kind: 'done', redirect: toConfirmation(call), mailedTo: email! };
    if (!jwt) return again(errors);
    return { kind: 'done', redirect: afterLogin(call), session: { begin: jwt } };
  },
};

/** Sends the mail of a registration, or that of a forgotten password, once more. What is said is the same whether there was anything to send. */
const resendMail: FormAction = {
  paths: [CHECK_MAIL_PATH],
  fields: [EMAIL],
  async handle({ email }, call) {
    const wrong = check('resend-mail', { email }, call);
    if (wrong) return wrong;
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

/** AUTH-12: first the request for a link, then, with the link's token in the address, the new password. */
const resetPassword: FormAction = {
  paths: ['/user/reset-password'],
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

/** The mailed link and the password that was chosen, together, log in. */
const verify: FormAction = {
  paths: ['/user/verify'],
  fields: [PASSWORD],
  async handle({ password }, call) {
    const token = call.query.get('token') ?? '';
    const answer = await call.graphql(VerifyEmailDocument, { token, password: password! });
    if (!answer.ok) return failed(answer.failure, call);
    const { jwt, errors } = answer.data.verifyEmail;
    if (!jwt) return again(errors);
    return { kind: 'done', redirect: afterLogin(call), session: { begin: jwt } };
  },
};

/** AUTH-10. */
const logout: FormAction = {
  paths: ['/user/logout'],
  fields: [],
  handle: (_values, call) => Promise.resolve({ kind: 'done', redirect: afterLogout(call), session: 'end' }),
};

export const ACCOUNT_FORMS: readonly FormAction[] = [login, resendMail, resetPassword, verify, linkIdentity, logout];
