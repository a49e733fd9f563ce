import type { Kysely } from 'kysely';
import type {
  Query,
  QueryFeaturedOrganizationsArgs,
  QueryOrganizationProfileArgs,
  QueryTrainingOrganizationsArgs,
  Mutation,
  MutationDiscardOrganizationDraftArgs,
  MutationPublishOrganizationArgs,
  MutationSaveOrganizationDraftArgs,
  QueryEditedOrganizationArgs,
  QueryOrganizationPreviewArgs,
  MutationDecideOrganizationReviewArgs,
} from '#contract/generated/resolvers.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { type DefineForm, organizationDefinition } from '../forms/entity-definition.js';
import { parseId } from '../../platform/database/statement.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { type RequestContext, activeOrganizationOf } from '../../platform/graphql/request-context.js';
import { OrganizationEditing } from './editing/organization-editing.js';
import { memberResolvers } from './members/members.resolvers.js';
import { OrganizationProfiles } from './organization-profiles.js';
import { findPromotedOrganizations } from './organization.repository.js';
import { listOrganizationReviews } from './reviews/organization-reviews.js';

const MAX_COUNT = 50;

export interface Organizations extends BackendModule {
  profiles: OrganizationProfiles;
  defineForm: DefineForm;
}

/** Organizations, the editing of their pages, their members, and the review of changes. */
export function createOrganizations(deps: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  terms: TermCatalog;
  places: PlaceFinder;
}): Organizations {
  const { database, terms } = deps;
  const profiles = new OrganizationProfiles(database, terms);
  const editing = new OrganizationEditing({ ...deps, organizations: profiles });
  return {
    profiles,
    defineForm: (args, context) => organizationDefinition(args, editing.rulesOf(context)),
    resolvers: [
      organizationResolvers(database, profiles),
      organizationEditingResolvers(editing),
      organizationReviewResolvers(database, editing),
      memberResolvers(database),
    ],
  };
}

export function organizationResolvers(database: Kysely<Database>, profiles: OrganizationProfiles) {
  return {
    Query: {
      organizationProfile: allow<QueryOrganizationProfileArgs, Query['organizationProfile']>(
        'anyone',
        async ({ id }, context) => {
          const number = parseId(id);
          return number === undefined ? null : ((await profiles.find(number, context)) ?? null);
        },
      ),

      featuredOrganizations: allow<QueryFeaturedOrganizationsArgs, Query['featuredOrganizations']>(
        'anyone',
        ({ first }, context) => listPromoted('featured', first ?? 4, context),
      ),

      trainingOrganizations: allow<QueryTrainingOrganizationsArgs, Query['trainingOrganizations']>(
        'anyone',
        ({ first }, context) => listPromoted('training', first ?? MAX_COUNT, context),
      ),
    },
  } satisfies RootResolvers;

  async function listPromoted(why: 'featured' | 'training', count: number, context: RequestContext) {
    const day = dayIn(timeZoneOf(context.site), context.now);
    const first = Math.min(Math.max(count, 0), MAX_COUNT);
    const ids = await findPromotedOrganizations(database, context.site.name, { why, day, first });
    return Promise.all(ids.map((id) => profiles.require(id, context)));
  }
}

/** Resolvers for editing the pages of organizations (REC-04). */
function organizationEditingResolvers(editing: OrganizationEditing) {
  return {
    Query: {
      editedOrganization: allow<QueryEditedOrganizationArgs, Query['editedOrganization']>(
        'employer',
        async ({ id }, context) => {
          const wanted = id ?? activeOrganizationOf(context.viewer, context.site.name);
          const drafted = wanted === undefined ? undefined : await editing.find(wanted, context);
          return drafted ? editing.edited(drafted, context) : null;
        },
      ),

      organizationPreview: allow<QueryOrganizationPreviewArgs, Query['organizationPreview']>(
        'employer',
        async ({ id }, context) => {
          const drafted = await editing.find(id, context);
          return drafted ? editing.preview(drafted, context) : null;
        },
      ),
    },

    Mutation: {
      saveOrganizationDraft: allow<MutationSaveOrganizationDraftArgs, Mutation['saveOrganizationDraft']>(
        'employer',
        ({ input }, context) => editing.save(input, context),
      ),
      publishOrganization: allow<MutationPublishOrganizationArgs, Mutation['publishOrganization']>(
        'employer',
        ({ id, version, step }, context) => editing.publish({ id, version, step: step ?? undefined }, context),
      ),
      discardOrganizationDraft: allow<MutationDiscardOrganizationDraftArgs, Mutation['discardOrganizationDraft']>(
        'employer',
        ({ id, version, step }, context) => editing.discard({ id, version, step: step ?? undefined }, context),
      ),
    },
  } satisfies RootResolvers;
}

/** Resolvers for reviewing new names and pictures of public organizations. */
function organizationReviewResolvers(database: Kysely<Database>, editing: OrganizationEditing) {
  return {
    Query: {
      organizationsToReview: allow<object, Query['organizationsToReview']>('admin', (_args, { site }) =>
        listOrganizationReviews(database, site.name),
      ),
    },

    Mutation: {
      decideOrganizationReview: allow<MutationDecideOrganizationReviewArgs, Mutation['decideOrganizationReview']>(
        'admin',
        ({ input }, context) => editing.decide(input, context),
      ),
    },
  } satisfies RootResolvers;
}
