import type { Kysely } from 'kysely';
import type { Query, QueryResumeArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import { refused } from '../../platform/graphql/rejection.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { toResume } from './contract-resume.js';
import { mayReadPrivateFields, refusalOfResumes } from './resume-access.js';
import { findOwnResume, findResume } from './resume.repository.js';

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
