import type { Kysely } from 'kysely';
import type {
  Mutation,
  MutationDecideOrganizationArgs,
  MutationMergeOrganizationsArgs,
  Query,
  QueryOrganizationMergeArgs,
  QuerySiteOrganizationArgs,
  QuerySiteOrganizationsArgs,
} from '#contract/generated/resolvers.js';
import { parseId } from '../../../platform/database/id.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import type { SearchIndexer } from '../../../platform/search-index/search-indexer.port.js';
import type { SavedSearches } from '../../../platform/search-index/saved-searches.port.js';
import { decideOrganization, standingErrors } from './decide-organization.js';
import { mergeOrganizations } from './merge/merge-organizations.js';
import { previewMerge } from './merge/merge-preview.js';
import { mergeErrors } from './merge/merge-refusals.js';
import { findSiteOrganization, listSiteOrganizations } from './site-organizations.js';

const MAX_LISTED = 100;

/** Administration of a site's organizations. */
export function siteOrganizationResolvers(deps: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  savedSearches: SavedSearches;
}) {
  const { database, indexer } = deps;
  return {
    Query: {
      siteOrganizations: allow<QuerySiteOrganizationsArgs, Query['siteOrganizations']>(
        'administrator',
        ({ search, state, limit, offset }, { site }) =>
          listSiteOrganizations(database, site.name, {
            search,
            state,
            limit: Math.min(Math.max(limit ?? 25, 0), MAX_LISTED),
            offset: Math.max(offset ?? 0, 0),
          }),
      ),
      siteOrganization: allow<QuerySiteOrganizationArgs, Query['siteOrganization']>(
        'administrator',
        ({ id }, { site }) => {
          const number = parseId(id);
          return number === undefined ? null : findSiteOrganization(database, site.name, number);
        },
      ),
      organizationMerge: allow<QueryOrganizationMergeArgs, Query['organizationMerge']>(
        'administrator',
        (ids, context) => previewMerge(database, ids, context),
      ),
    },
    Mutation: {
      mergeOrganizations: allow<MutationMergeOrganizationsArgs, Mutation['mergeOrganizations']>(
        'administrator',
        async (ids, context) => {
          const merger = { site: context.site.name, actorId: context.viewer.accountId, now: context.now };
          return { errors: mergeErrors(await mergeOrganizations(deps, ids, merger), context) };
        },
      ),
      decideOrganization: allow<MutationDecideOrganizationArgs, Mutation['decideOrganization']>(
        'administrator',
        async ({ input }, context) => {
          const decider = { site: context.site.name, actorId: context.viewer.accountId, now: context.now };
          return { errors: standingErrors(await decideOrganization(database, indexer, input, decider), context) };
        },
      ),
    },
  } satisfies RootResolvers;
}
