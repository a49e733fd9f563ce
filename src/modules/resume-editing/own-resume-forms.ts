import {
  DeleteResumeDocument,
  DiscardResumeDraftDocument,
  type ResumeResultFactsFragment,
  SetResumeVisibilityDocument,
} from '#contract/generated/operations.js';
import type { GraphqlResult } from '#contract/backend/graphql-outcome.js';
import { OWN_RESUME_PATH } from '#contract/pages/paths.js';
import { again, failed } from '../account/index.js';
import { type FormCall, type FormOutcome, formsOfPage, type PagePart } from '../forms/index.js';
import { resumeConflict } from './resume-conflict.js';

const visibility: PagePart = {
  fields: [{ name: 'visible' }],
  async handle({ visible }, call) {
    const isShown = visible === 'yes';
    const answer = await call.graphql(SetResumeVisibilityDocument, { visible: isShown });
    return outcomeOf(answer, (data) => data.setResumeVisibility, isShown ? 'shown' : 'hidden', call);
  },
};

const discard: PagePart = {
  fields: [{ name: 'version' }],
  async handle({ version }, call) {
    const answer = await call.graphql(DiscardResumeDraftDocument, { version: Number(version) || 0 });
    return outcomeOf(answer, (data) => data.discardResumeDraft, 'discarded', call);
  },
};

const remove: PagePart = {
  fields: [],
  async handle(_values, call) {
    const answer = await call.graphql(DeleteResumeDocument, {});
    return outcomeOf(answer, (data) => data.deleteResume, 'deleted', call);
  },
};

/** APP-03: whether recruiters find one's resume, what was typed and not saved, and its end. */
export const ownResumeForms = formsOfPage(OWN_RESUME_PATH, { visibility, discard, delete: remove });

function outcomeOf<Data>(
  answer: GraphqlResult<Data>,
  resultOf: (data: Data) => ResumeResultFactsFragment,
  notice: string,
  call: FormCall,
): FormOutcome {
  if (!answer.ok) return failed(answer.failure, call);
  const { conflict, errors } = resultOf(answer.data);
  if (conflict) return resumeConflict(conflict, call);
  if (errors.length > 0) return again(errors.map(({ message }) => ({ field: null, message })));
  return { kind: 'done', redirect: call.href(`${OWN_RESUME_PATH}?notice=${notice}`) };
}
