import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type {
  EditedJob,
  JobsToReview,
  ManagedJob,
  ManagedJobs,
  Mutation,
  MutationDescribeJobFromFileArgs,
  MutationDiscardJobDraftArgs,
  MutationDuplicateJobArgs,
  MutationMoveJobArgs,
  MutationPlaceJobArgs,
  MutationSaveJobDraftArgs,
  MutationStartJobDescriptionArgs,
  Query,
  QueryEditedJobArgs,
  QueryJobPreviewArgs,
  QueryJobsToReviewArgs,
  QueryManagedJobsArgs,
  QuerySiteJobsArgs,
} from '#contract/generated/resolvers.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { type DefineForm, jobDefinition } from '../forms/entity-definition.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { allow, type RootResolvers, refused, chosenOrganization } from '../../platform/graphql/allow.js';
import type { Lazy } from '../../platform/graphql/lazy.js';
import { isAdmin, mayActForOrganization, type UserContext } from '../../platform/graphql/request-context.js';
import { loadSimilarNames, namesLike } from '../organizations/reviews/hold-for-review.js';
import type { StoredFiles } from '../../platform/files/stored-files.js';
import { isUuid, parseId } from '../../platform/database/statement.js';
import { FREE_OF_CHARGE, loadPublishingTerms } from '../entitlements/job-charges.js';
import { JobEditing } from './job-editing.js';
import { startScheduleWorker } from './schedule/schedule-worker.js';
import { startDescription, describeFromFile } from './description/job-description.js';
import {
  countByState,
  countSentBack,
  findManagedJob,
  type ListRange,
  listJobsToReview,
  listManagedJobs,
  listSiteJobs,
} from './managed-jobs.js';
import { listJobEvents } from './workflow/job-workflow.js';

const MAX_LISTED = 100;
const MAX_SEARCH_LENGTH = 100;

/** Editing, publishing and archiving of jobs, with the worker that publishes and archives them on time. */
export function createJobEditing(deps: {
  database: Kysely<Database>;
  contents: FileContents;
  changes: ChangeFeed;
  indexer: SearchIndexer;
  terms: TermCatalog;
  places: PlaceFinder;
  profiles: OrganizationProfiles;
  clock: () => Date;
  logger: BackendLogger;
}): BackendModule & { defineForm: DefineForm } {
  const editing = new JobEditing({ ...deps, organizations: deps.profiles });
  return {
    defineForm: (args, context) => jobDefinition(args, editing.rulesOf(context)),
    resolvers: [jobEditingResolvers(deps, editing, deps.terms)],
    startJobs: () => startScheduleWorker(deps),
  };
}

/** Resolvers for the jobs that people edit: lists, forms and steps (REC-01…03). */
function jobEditingResolvers({ database, contents }: StoredFiles, editing: JobEditing, terms: TermCatalog) {
  const readerOf = (context: UserContext) => ({
    viewer: context.viewer,
    rules: editing.rulesOf(context),
    needsClosing: context.site.applications?.closingMessage === true,
    refundHours: (context.site.commerce ?? FREE_OF_CHARGE).refundHours,
    now: context.now,
  });

  /** Computed only for pages that request it. */
  const termsOf =
    (organizationId: number, { site }: UserContext) =>
    () =>
      loadPublishingTerms(database, organizationId, site.commerce ?? FREE_OF_CHARGE);

  return {
    Query: {
      managedJobs: allow<QueryManagedJobsArgs, Lazy<ManagedJobs>>('employer', async (args, context) => {
        const organizationId = chosenOrganization('managedJobs', args.organizationId, context);
        if (organizationId === undefined) return { jobs: [], total: 0, counts: [], sentBack: 0, publishingTerms: null };
        const search = args.search?.trim().slice(0, MAX_SEARCH_LENGTH);
        const wanted = { organizationId, state: args.state ?? undefined, search };
        const [{ jobs, total }, counts] = await Promise.all([
          listManagedJobs(database, context.site.name, wanted, rangeOf(args), readerOf(context)),
          countByState(database, context.site.name, wanted),
        ]);
        const sentBack = () => countSentBack(database, context.site.name, organizationId);
        return { jobs, total, counts, sentBack, publishingTerms: termsOf(organizationId, context) };
      }),

      jobsToReview: allow<QueryJobsToReviewArgs, Lazy<JobsToReview>>('admin', async (args, context) => {
        const { jobs, total } = await listJobsToReview(database, context.site.name, rangeOf(args), readerOf(context));
        return { jobs: withSimilarNames(database, jobs, context), total };
      }),

      siteJobs: allow<QuerySiteJobsArgs, Lazy<JobsToReview>>('admin', async (args, context) => {
        const [title, organization] = [args.title, args.organization].map((text) =>
          (text ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
        );
        if (args.member != null && !isUuid(args.member)) return { jobs: [], total: 0 };
        const wanted = { title, organization, state: args.state ?? undefined, member: args.member ?? undefined };
        const { jobs, total } = await listSiteJobs(
          database,
          context.site.name,
          wanted,
          rangeOf(args),
          readerOf(context),
        );
        return { jobs: withSimilarNames(database, jobs, context), total };
      }),

      editedJob: allow<QueryEditedJobArgs, Lazy<EditedJob> | null>('employer', async ({ id }, context) => {
        const drafted = await editing.find(id, context);
        if (!drafted) return null;
        const [job, events, errors, timeZone] = await Promise.all([
          findManagedJob(database, drafted.job.id, readerOf(context)),
          listJobEvents(database, drafted.job.id),
          editing.errorsOf(drafted, context),
          editing.timeZoneOf(drafted, context),
        ]);
        const fields = Object.entries(drafted.fields).map(([name, values]) => ({ name, values: [...values] }));
        if (!job) return null;
        const changes = editing.changesOf(drafted, context);
        const warnings = () => editing.warningsOf(drafted, context);
        const [named] = isAdmin(context.viewer) ? withSimilarNames(database, [job], context) : [job];
        const isCharged =
          mayActForOrganization(context.viewer, drafted.job.organization_id) && !isAdmin(context.viewer);
        const publishingTerms = isCharged ? termsOf(drafted.job.organization_id, context) : null;
        const form = { version: drafted.version, fields, timeZone, errors, changes, warnings };
        return { job: named!, ...form, events, publishingTerms };
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

      placeJob: allow<MutationPlaceJobArgs, Mutation['placeJob']>('employer', async ({ input }, context) => {
        const outcome = await editing.place(input, context);
        if (outcome.kind === 'missing') throw refused('placeJob', 'forbidden');
        const job = await findManagedJob(database, Number(input.id), readerOf(context));
        return editing.moveResult(outcome, Number(input.id), job, context);
      }),

      duplicateJob: allow<MutationDuplicateJobArgs, Mutation['duplicateJob']>(
        'employer',
        async ({ id, key }, context) => {
          const drafted = await editing.find(id, context);
          if (!drafted) throw refused('duplicateJob', 'forbidden');
          return editing.duplicate(drafted, key ?? undefined, context);
        },
      ),

      startJobDescription: allow<MutationStartJobDescriptionArgs, Mutation['startJobDescription']>(
        'employer',
        ({ input }, context) => startDescription({ database, terms, editing }, input, context),
      ),

      describeJobFromFile: allow<MutationDescribeJobFromFileArgs, Mutation['describeJobFromFile']>(
        'employer',
        (input, context) => describeFromFile({ database, contents, editing }, input, context),
      ),

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

/** Shows reviewers other organizations with a similar name. */
function withSimilarNames(
  database: Kysely<Database>,
  jobs: readonly ManagedJob[],
  { site }: UserContext,
): Lazy<ManagedJob>[] {
  let known: ReturnType<typeof loadSimilarNames> | undefined;
  return jobs.map((job) => {
    const { id, name } = job.organization;
    const similarNames = async () =>
      namesLike(await (known ??= loadSimilarNames(database, site.name)), { id: Number(id), name });
    return { ...job, organization: { ...job.organization, similarNames } };
  });
}

function rangeOf({ limit, offset }: { limit?: number | null; offset?: number | null }): ListRange {
  return { limit: Math.min(Math.max(limit ?? 25, 0), MAX_LISTED), offset: Math.max(offset ?? 0, 0) };
}
