import { ConfirmIdentityLinkDocument } from '#contract/generated/operations.js';
import type { FormAction } from '../forms/index.js';
import { afterLogin, again, failed } from './form-answers.js';

/** AUTH-08: the mailed link connects another service to the account, and logs in. */
export const linkIdentity: FormAction = {
  paths: ['/user/link-identity'],
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
