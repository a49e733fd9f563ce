import type { Kysely } from 'kysely';
import type { BackendLogger } from '#contract/backend/backend.js';
import type { ChangeFeed } from '../../platform/change-feed/change-feed.js';
import type { Database } from '../../platform/database/schema.js';
import type { FileContents } from '../../platform/files/store/file-contents.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import type { PlaceFinder } from '../../reference/places/place-finder.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { DefineForm } from '../forms/entity-definition.js';
import type { OrganizationProfiles } from '../organizations/organization-profiles.js';
import { jobDefinition } from './job-definition.js';
import { JobEditing } from './job-editing.js';
import { jobEditingResolvers } from './job-editing.resolvers.js';
import { startScheduleWorker } from './schedule/schedule-worker.js';

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
