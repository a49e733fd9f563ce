import type { Kysely } from 'kysely';
import type {
  Query,
  QueryFeaturedOrganizationsArgs,
  QueryOrganizationProfileArgs,
} from '../../contract/generated/resolvers.js';
import { parseId } from '../database/id.js';
import type { Database } from '../database/schema.js';
import { allow, type RootResolvers } from '../graphql/allow.js';
import type { OrganizationProfiles } from './organization-profiles.js';
import { findFeaturedOrganizationIds } from './organization.repository.js';

const MOST_FEATURED = 50;

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
        async ({ first }, context) => {
          const count = Math.min(Math.max(first ?? 4, 0), MOST_FEATURED);
          const day = context.now.toISOString().slice(0, 10);
          const ids = await findFeaturedOrganizationIds(database, context.site.name, day, count);
          return Promise.all(ids.map((id) => profiles.require(id, context)));
        },
      ),
    },
  } satisfies RootResolvers;
}
