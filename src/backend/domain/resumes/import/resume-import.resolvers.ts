import type { Kysely } from 'kysely';
import type { Mutation, MutationProposeResumeArgs, Query } from '#contract/generated/resolvers.js';
import { textsOf } from '../../../platform/texts/site-texts.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../../platform/graphql/allow.js';
import { refused } from '../../../platform/graphql/rejection.js';
import { Addresses } from '../../../reference/places/addresses.js';
import type { PlaceFinder } from '../../../reference/places/place-finder.port.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { findOwnResume, findPrivateFields } from '../resume.repository.js';
import { importMessage, proposeResume } from './propose-resume.js';
import { writeJsonResume } from './json-resume/write-json-resume.js';

/** Resumes out of files, and into one (APP-03). */
export function resumeImportResolvers(database: Kysely<Database>, terms: TermCatalog, places: PlaceFinder) {
  return {
    Query: {
      ownJsonResume: allow<object, Query['ownJsonResume']>('self', async (_args, { viewer, site, language }) => {
        const row = await findOwnResume(database, site.name, viewer.accountId);
        if (!row) return null;
        return writeJsonResume({ row, hidden: await findPrivateFields(database, row.id) }, { terms, language });
      }),
    },
    Mutation: {
      proposeResume: allow<MutationProposeResumeArgs, Mutation['proposeResume']>(
        'applicant',
        async ({ file }, { site, language, locale }) => {
          if (site.resumes === false || site.resumeImport === false) throw refused('proposeResume', 'forbidden');
          const addresses = new Addresses(places, site.countries[0]);
          const answer = await proposeResume(file.bytes, { terms, addresses, language });
          if ('proposal' in answer) return { proposal: answer.proposal, errors: [] };
          const { violation, where } = answer;
          return {
            proposal: null,
            errors: [{ field: 'file', step: null, ...importMessage(violation, textsOf(site, locale), where) }],
          };
        },
      ),
    },
  } satisfies RootResolvers;
}
