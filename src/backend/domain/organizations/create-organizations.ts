import type { Kysely } from 'kysely';
import type {
  Query,
  QueryFeaturedOrganizationsArgs,
  QueryOrganizationProfileArgs,
  QueryTrainingOrganizationsArgs,
} from '#contract/generated/resolvers.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { DefineForm } from '../forms/entity-definition.js';
import { parseId } from '../../platform/database/statement.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { organizationDefinition } from './editing/organization-definition.js';
import { OrganizationEditing } from './editing/organization-editing.js';
import { organizationEditingResolvers, organizationReviewResolvers } from './editing/organization-editing.resolvers.js';
import { memberResolvers } from './members/members.resolvers.js';
import { OrganizationProfiles } from './organization-profiles.js';
import { findOrganizationsPutForward } from './organization.repository.js';

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
        ({ first }, context) => putForward('featured', first ?? 4, context),
      ),

      trainingOrganizations: allow<QueryTrainingOrganizationsArgs, Query['trainingOrganizations']>(
        'anyone',
        ({ first }, context) => putForward('training', first ?? MAX_COUNT, context),
      ),
    },
  } satisfies RootResolvers;

  async function putForward(why: 'featured' | 'training', count: number, context: RequestContext) {
    const day = dayIn(timeZoneOf(context.site), context.now);
    const first = Math.min(Math.max(count, 0), MAX_COUNT);
    const ids = await findOrganizationsPutForward(database, context.site.name, { why, day, first });
    return Promise.all(ids.map((id) => profiles.require(id, context)));
  }
}
