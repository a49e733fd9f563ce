import type { Kysely } from 'kysely';
import type { Query, QueryResumeArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';
import type { SearchIndexer } from '../../platform/search-index/search-index.port.js';
import type { PlaceFinder } from '../../reference/places/places.port.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { type DefineForm, resumeDefinition } from '../forms/entity-definition.js';
import { allow, type RootResolvers, refused } from '../../platform/graphql/allow.js';
import { type FindResumeToSend, resumesToSend } from './document/own-resume-file.js';
import { ResumeEditing, resumeEditingResolvers } from './editing/resume-editing.js';
import { resumeImportResolvers } from './import/resume-import.resolvers.js';
import { type BeforeResumeDeletion, resumeRetention } from './resume-retention.js';
import { toResume } from './contract-resume.js';
import { mayReadPrivateFields, refusalOfResumes } from './resume-access.js';
import { findOwnResume, findResume } from './resume.repository.js';

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

export function resumeResolvers(database: Kysely<Database>, terms: TermCatalog) {
  return {
    Query: {
      // Viewers without access to resumes get the same response whether the resume exists or not.
      resume: allow<QueryResumeArgs, Query['resume']>('user', async ({ id }, context) => {
        const { viewer, site, language } = context;
        const refusal = refusalOfResumes(context);
        const row = await findResume(database, site.name, id);
        const isOwn = row?.account_id === viewer.accountId;
        if (refusal && !isOwn) throw refused('resume', refusal);
        if (!row) return null;
        const withPrivateFields = await mayReadPrivateFields(database, context, row);
        if (!row.is_findable && !withPrivateFields) return null;
        return toResume(row, { database, terms, language, withPrivateFields });
      }),

      ownResume: allow<object, Query['ownResume']>('user', async (_args, { viewer, site, language }) => {
        const row = await findOwnResume(database, site.name, viewer.accountId);
        return row ? toResume(row, { database, terms, language, withPrivateFields: true }) : null;
      }),
    },
  } satisfies RootResolvers;
}
