import type {
  Mutation,
  MutationDiscardResumeDraftArgs,
  MutationSaveResumeArgs,
  MutationSetResumeVisibilityArgs,
  Query,
} from '#contract/generated/resolvers.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { ResumeEditing } from './resume-editing.js';

/** One's own resume, and nobody else's (APP-03). */
export function resumeEditingResolvers(editing: ResumeEditing) {
  return {
    Query: {
      editedResume: allow<object, Query['editedResume']>('applicant', (_args, context) => editing.edited(context)),
    },

    Mutation: {
      saveResume: allow<MutationSaveResumeArgs, Mutation['saveResume']>('applicant', ({ input }, context) =>
        editing.save(input, context),
      ),
      discardResumeDraft: allow<MutationDiscardResumeDraftArgs, Mutation['discardResumeDraft']>(
        'applicant',
        ({ version }, context) => editing.discard(version, context),
      ),
      setResumeVisibility: allow<MutationSetResumeVisibilityArgs, Mutation['setResumeVisibility']>(
        'applicant',
        ({ visible }, context) => editing.setVisible(visible, context),
      ),
      deleteResume: allow<object, Mutation['deleteResume']>('self', (_args, context) => editing.delete(context)),
    },
  } satisfies RootResolvers;
}
