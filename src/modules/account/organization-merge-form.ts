import { MergeOrganizationsDocument } from '#contract/generated/operations.js';
import { ORGANIZATION_MERGE_PATH, SITE_ORGANIZATION_PATH } from '#contract/pages/paths.js';
import type { FormAction } from '../forms/index.js';
import { again, failed } from './form-outcomes.js';

/** Merges the organization of the page into the chosen one. */
export const organizationMergeForm: FormAction = {
  paths: [ORGANIZATION_MERGE_PATH],
  fields: [{ name: 'from' }, { name: 'into' }],
  async handle({ from = '', into = '' }, call) {
    const answer = await call.graphql(MergeOrganizationsDocument, { from, into });
    if (!answer.ok) return failed(answer.failure, call);
    const { errors } = answer.data.mergeOrganizations;
    if (errors.length > 0) return again(errors);
    const query = new URLSearchParams({ organization: into, notice: 'merge' });
    return { kind: 'done', redirect: call.href(`${SITE_ORGANIZATION_PATH}?${query.toString()}`) };
  },
};
