import type { Kysely } from 'kysely';
import { RESUME_FILE } from '#contract/applications/uploads.js';
import type {
  Mutation,
  MutationProposeResumeArgs,
  Query,
  ResumeFileType,
  ResumeProposal,
} from '#contract/generated/resolvers.js';
import { formatMegabytes } from '#shared/text/megabytes.js';
import { type RuleMessage, ruleMessage, textsOf, type SiteTexts } from '../../../platform/texts/site-texts.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../../platform/graphql/allow.js';
import { Addresses } from '../../../reference/places/addresses.js';
import type { PlaceFinder } from '../../../reference/places/places.port.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { findOwnResume, findPrivateFields } from '../resume.repository.js';
import { formProposals, type Proposing } from './form-proposals.js';
import { parseJsonResume, readJsonResume, writeJsonResume } from './json-resume/read-json-resume.js';
import { KNOWN_TERMS } from './reading/known-terms.js';
import type { ProposedItem } from './reading/proposals.js';
import { readResume } from './reading/read-resume.js';
import { extractJson, extractText, type ExtractionError, MAX_PAGES, sniffResumeFile } from './text/extract-text.js';

/** `where`: position of an error within the file. */
type Refused = { violation: ImportViolation; where?: string };

interface Read {
  items: readonly ProposedItem[];
  lines: readonly string[];
}

/** Reads a file and proposes values for a resume (APP-03). Nothing is stored. */
async function proposeResume(bytes: Uint8Array, proposing: Proposing): Promise<{ proposal: ResumeProposal } | Refused> {
  if (bytes.byteLength === 0) return { violation: 'empty' };
  if (bytes.byteLength > RESUME_FILE.mostBytes) return { violation: 'size' };
  const type = sniffResumeFile(bytes);
  if (type === undefined) return { violation: 'type' };
  if (type === 'doc') return { violation: 'oldWord' };
  const read = type === 'json' ? await readJson(bytes) : await readText(type, bytes);
  if ('violation' in read) return read;
  const items = await formProposals(read.items, read.lines, proposing);
  return items.length > 0 ? { proposal: proposalOf(type, items) } : { violation: 'nothing' };
}

function proposalOf(source: ResumeFileType, items: ResumeProposal['items']): ResumeProposal {
  return { __typename: 'ResumeProposal', source, items };
}

async function readText(type: 'pdf' | 'docx', bytes: Uint8Array): Promise<Read | Refused> {
  const text = await extractText(type, bytes);
  return 'violation' in text ? text : { items: readResume(text.lines, KNOWN_TERMS).items, lines: text.lines };
}

async function readJson(bytes: Uint8Array): Promise<Read | Refused> {
  if (bytes.byteLength > RESUME_FILE.maxJsonBytes) return { violation: 'length' };
  const extracted = await extractJson(bytes);
  if ('violation' in extracted) return extracted;
  const parsed = parseJsonResume(extracted.content);
  return 'error' in parsed ? { violation: 'json', where: parsed.error } : readJsonResume(parsed.resume, KNOWN_TERMS);
}

/** Reasons why nothing is proposed. */
type ImportViolation = ExtractionError | 'empty' | 'size' | 'oldWord' | 'json' | 'nothing';

/** @param where position of the error within the file */
function importMessage(violation: ImportViolation, { t, locale }: SiteTexts, where = ''): RuleMessage {
  switch (violation) {
    case 'size':
      return ruleMessage(t, 'rules.resumeFile.size', { max: formatMegabytes(RESUME_FILE.mostBytes, locale) });
    case 'pages':
      return ruleMessage(t, 'errors.resumeImport.pages', { max: MAX_PAGES });
    case 'json':
      return ruleMessage(t, 'errors.resumeImport.json', { where: where || 'JSON' });
    default:
      return ruleMessage(t, `errors.resumeImport.${violation}`);
  }
}

/** Resolvers for importing and exporting resumes (APP-03). */
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
