import type { Kysely } from 'kysely';
import type {
  ManagedJobs,
  Mutation,
  MutationDiscardJobDraftArgs,
  MutationDuplicateJobArgs,
  MutationMoveJobArgs,
  MutationSaveJobDraftArgs,
  Query,
  QueryEditedJobArgs,
  QueryJobPreviewArgs,
  QueryJobsToReviewArgs,
  QueryManagedJobsArgs,
} from '../../../contract/generated/resolvers.js';
import { refused } from '../../graphql/rejection.js';
import { allow, type RootResolvers } from '../../graphql/allow.js';
import type { Lazy } from '../../graphql/lazy.js';
import type { UserContext } from '../../graphql/request-context.js';
import type { Database } from '../../database/schema.js';
import { parseId } from '../../database/id.js';
import { chosenOrganization } from '../../entitlements/organization-choice.js';
import type { JobEditing } from './job-editing.js';
import {
  countByState,
  countSentBack,
  findManagedJob,
  type ListRange,
  listJobsToReview,
  listManagedJobs,
} from './managed-jobs.js';
import { listJobEvents } from '../workflow/job-events.js';

const MOST_LISTED = 100;
const LONGEST_SEARCH = 100;

/** The jobs that people work on: their lists, their forms and their steps (REC-01…03). */
export function jobEditingResolvers(database: Kysely<Database>, editing: JobEditing) {
  const readerOf = (context: UserContext) => ({
    viewer: context.viewer,
    rules: editing.rulesOf(context),
    needsClosing: context.site.applications?.closingMessage === true,
    now: context.now,
  });

  return {
    Query: {
      managedJobs: allow<QueryManagedJobsArgs, Lazy<ManagedJobs>>('employer', async (args, context) => {
        const organizationId = chosenOrganization('managedJobs', args.organizationId, context);
        if (organizationId === undefined) return { jobs: [], total: 0, counts: [], sentBack: 0 };
        const search = args.search?.trim().slice(0, LONGEST_SEARCH);
        const wanted = { organizationId, state: args.state ?? undefined, search };
        const [{ jobs, total }, counts] = await Promise.all([
          listManagedJobs(database, context.site.name, wanted, rangeOf(args), readerOf(context)),
          countByState(database, context.site.name, organizationId),
        ]);
        const sentBack = () => countSentBack(database, context.site.name, organizationId);
        return { jobs, total, counts, sentBack };
      }),

      jobsToReview: allow<QueryJobsToReviewArgs, Query['jobsToReview']>('admin', (args, context) =>
        listJobsToReview(database, context.site.name, rangeOf(args), readerOf(context)),
      ),

      editedJob: allow<QueryEditedJobArgs, Query['editedJob']>('employer', async ({ id }, context) => {
        const drafted = await editing.find(id, context);
        if (!drafted) return null;
        const [job, events] = await Promise.all([
          findManagedJob(database, drafted.job.id, readerOf(context)),
          listJobEvents(database, drafted.job.id),
        ]);
        const fields = Object.entries(drafted.fields).map(([name, values]) => ({ name, values: [...values] }));
        return job
          ? { job, version: drafted.version, fields, events, errors: editing.errorsOf(drafted, context) }
          : null;
      }),

      jobPreview: allow<QueryJobPreviewArgs, Query['jobPreview']>('employer', async ({ id }, context) => {
        const drafted = await editing.find(id, context);
        return drafted ? editing.preview(drafted, context) : null;
      }),
    },

    Mutation: {
      saveJobDraft: allow<MutationSaveJobDraftArgs, Mutation['saveJobDraft']>('employer', ({ input }, context) =>
        editing.save(input, context),
      ),

      moveJob: allow<MutationMoveJobArgs, Mutation['moveJob']>('employer', async ({ input }, context) => {
        const outcome = await editing.move(input, context);
        if (outcome.kind === 'missing') throw refused('moveJob', 'forbidden');
        const job = await findManagedJob(database, Number(input.id), readerOf(context));
        return editing.moveResult(outcome, Number(input.id), job, context);
      }),

      duplicateJob: allow<MutationDuplicateJobArgs, Mutation['duplicateJob']>('employer', async ({ id }, context) => {
        const drafted = await editing.find(id, context);
        if (!drafted) throw refused('duplicateJob', 'forbidden');
        return editing.duplicate(drafted, context);
      }),

      discardJobDraft: allow<MutationDiscardJobDraftArgs, Mutation['discardJobDraft']>(
        'employer',
        async ({ id, version }, context) => {
          const drafted = await editing.find(id, context);
          if (!drafted) throw refused('discardJobDraft', 'forbidden');
          const number = parseId(id)!;
          const outcome = await editing.discard(drafted, version);
          return editing.moveResult(
            outcome,
            number,
            await findManagedJob(database, number, readerOf(context)),
            context,
          );
        },
      ),
    },
  } satisfies RootResolvers;
}

function rangeOf({ limit, offset }: { limit?: number | null; offset?: number | null }): ListRange {
  return { limit: Math.min(Math.max(limit ?? 25, 0), MOST_LISTED), offset: Math.max(offset ?? 0, 0) };
}
