import { DecideRecruiterDocument, type RecruiterDecision } from '#contract/generated/operations.js';
import { RECRUITERS_PATH } from '#contract/pages/paths.js';
import type { FormAction } from '../forms/index.js';
import { again, failed } from './form-outcomes.js';

const DECISIONS: readonly RecruiterDecision[] = ['approve', 'refuse', 'ask'];

/** An administrator's decision about a recruiter in the queue. */
export const recruiterForm: FormAction = {
  paths: [RECRUITERS_PATH],
  fields: [{ name: 'user' }, { name: 'version' }, { name: 'go' }, { name: 'message' }],
  async handle({ user = '', version = '', go = '', message = '' }, call) {
    const decision = DECISIONS.find((known) => known === go);
    if (!decision || !/^\d{1,9}$/.test(version)) return again([{ field: null, message: call.t('form.failed') }]);
    const input = { userId: user, version: Number(version), decision, message };
    const answer = await call.graphql(DecideRecruiterDocument, { input });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.decideRecruiter;
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams(call.query);
    query.set('notice', decision);
    return { kind: 'done', redirect: call.href(`${RECRUITERS_PATH}?${query.toString()}`) };
  },
};
