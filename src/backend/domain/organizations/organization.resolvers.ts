import type { Kysely } from 'kysely';
import type {
  Query,
  QueryFeaturedOrganizationsArgs,
  QueryOrganizationProfileArgs,
  QueryTrainingOrganizationsArgs,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../platform/database/id.js';
import type { Database } from '../../platform/database/schema.js';
import { dayIn, timeZoneOf } from '#shared/time-zones/time-zone.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import type { OrganizationProfiles } from './organization-profiles.js';
import { findOrganizationsPutForward } from './organization.repository.js';

const MAX_COUNT = 50;

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
