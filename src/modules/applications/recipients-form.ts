import { ChooseApplicationRecipientsDocument } from '#contract/generated/operations.js';
import { failed } from '../account/index.js';
import type { PagePart } from '../forms/index.js';
import { idOf, outcomeOf } from './application-outcome.js';

/** Chooses the members of the organization who are notified of applications for the job. */
export const recipientsForm: PagePart = {
  fields: [{ name: 'member', multiple: true }],
  async handle({ member = '' }, call) {
    const members = member.split(' ').filter(Boolean);
    const answer = await call.graphql(ChooseApplicationRecipientsDocument, { jobId: idOf(call), members });
    return answer.ok
      ? outcomeOf(answer.data.chooseApplicationRecipients, call, 'recipientsSaved')
      : failed(answer.failure, call);
  },
};
