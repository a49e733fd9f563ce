import {
  JwtTokenDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
  VerifyEmailDocument,
} from '../../contract/generated/operations.js';
import type { FormAction } from '../forms/index.js';
import { afterLogin, afterLogout, again, check, failed } from './form-answers.js';
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
    if (!jwt) return again(errors);
    return { kind: 'done', redirect: afterLogin(call), session: { begin: jwt } };
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
      return { kind: 'done', redirect: call.href('/user/check-mail?reason=reset') };
    }
    const answer = await call.graphql(ResetPasswordDocument, { token, password: password! });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.resetPassword;
    if (errors.length > 0) return again(errors);
    return { kind: 'done', redirect: call.href('/user/login?notice=password-changed'), session: 'end' };
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

export const ACCOUNT_FORMS: readonly FormAction[] = [login, resetPassword, verify, linkIdentity, logout];
