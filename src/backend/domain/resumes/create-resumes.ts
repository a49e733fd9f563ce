import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-indexer.port.js';
import type { PlaceFinder } from '../../reference/places/place-finder.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import type { DefineForm } from '../forms/entity-definition.js';
import { type FindResumeToSend, resumesToSend } from './document/own-resume-file.js';
import { resumeDefinition } from './editing/resume-definition.js';
import { ResumeEditing, resumeEditingResolvers } from './editing/resume-editing.js';
import { resumeImportResolvers } from './import/resume-import.resolvers.js';
import { type BeforeResumeDeletion, resumeRetention } from './resume-retention.js';
import { resumeResolvers } from './resume.resolvers.js';

/** Resumes: for recruiters, for their owners who edit them, and their import from files. */
export function createResumes(deps: {
  database: Kysely<Database>;
  indexer: SearchIndexer;
  terms: TermCatalog;
  places: PlaceFinder;
  beforeDeletion: BeforeResumeDeletion;
}): BackendModule & { defineForm: DefineForm; toSend: FindResumeToSend } {
  const { database, terms, places, beforeDeletion } = deps;
  return {
    toSend: resumesToSend(database, terms),
    defineForm: (args, { site }) => resumeDefinition(args, site),
    retention: [resumeRetention(beforeDeletion)],
    resolvers: [
      resumeResolvers(database, terms),
      resumeImportResolvers(database, terms, places),
      resumeEditingResolvers(new ResumeEditing(deps)),
    ],
  };
}
