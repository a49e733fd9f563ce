import { DecideOrganizationDocument, type OrganizationStanding } from '#contract/generated/operations.js';
import { SITE_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import type { FormAction } from '../forms/index.js';
import { again, failed } from './form-outcomes.js';

const DECISIONS: readonly OrganizationStanding[] = ['verify', 'unverify', 'suspend', 'resume', 'trust', 'distrust'];

/** An administrator's decision about an organization of the site. */
export const organizationStandingForm: FormAction = {
  paths: [SITE_ORGANIZATION_PATH],
  fields: [{ name: 'id' }, { name: 'go' }, { name: 'reason' }],
  async handle({ id = '', go = '', reason = '' }, call) {
    const decision = DECISIONS.find((known) => known === go);
    if (!decision) return again([{ field: null, message: call.t('form.failed') }]);
    const answer = await call.graphql(DecideOrganizationDocument, { input: { id, decision, reason } });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.decideOrganization;
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams({ organization: id, notice: decision });
    return { kind: 'done', redirect: call.href(`${SITE_ORGANIZATION_PATH}?${query.toString()}`) };
  },
};
