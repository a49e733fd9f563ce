import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import type { PlaceFinder } from '../../reference/places/place-finder.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { DefineForm } from '../forms/entity-definition.js';
import { organizationDefinition } from './editing/organization-definition.js';
import { OrganizationEditing } from './editing/organization-editing.js';
import { organizationEditingResolvers } from './editing/organization-editing.resolvers.js';
import { memberResolvers } from './members/members.resolvers.js';
import { OrganizationProfiles } from './organization-profiles.js';
import { organizationResolvers } from './organization.resolvers.js';
import { organizationReviewResolvers } from './reviews/organization-reviews.resolvers.js';

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
