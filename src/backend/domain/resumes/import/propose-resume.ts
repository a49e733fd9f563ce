import type { ResumeFileType, ResumeProposal } from '#contract/generated/resolvers.js';
import { RESUME_FILE } from '#contract/applications/uploads.js';
import { formatMegabytes } from '#shared/text/megabytes.js';
import { type RuleMessage, ruleMessage } from '../../../platform/texts/rule-message.js';
import type { SiteTexts } from '../../../platform/texts/site-texts.js';
import { formProposals, type Proposing } from './form-proposals.js';
import { parseJsonResume } from './json-resume/json-resume-schema.js';
import { readJsonResume } from './json-resume/read-json-resume.js';
import { KNOWN_TERMS } from './reading/known-terms.js';
import type { ProposedItem } from './reading/proposed.js';
import { readResume } from './reading/read-resume.js';
import { extractJson, extractText, type ExtractionError, MAX_PAGES, sniffResumeFile } from './text/extract-text.js';

/** `where` in a file something is wrong. */
export type Refused = { violation: ImportViolation; where?: string };

interface Read {
  items: readonly ProposedItem[];
  lines: readonly string[];
}

/** Reads a file and proposes what a resume could take from it (APP-03). Nothing is stored. */
export async function proposeResume(
  bytes: Uint8Array,
  proposing: Proposing,
): Promise<{ proposal: ResumeProposal } | Refused> {
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
  return 'wrong' in parsed ? { violation: 'json', where: parsed.wrong } : readJsonResume(parsed.resume, KNOWN_TERMS);
}

/** Why nothing is proposed. */
type ImportViolation = ExtractionError | 'empty' | 'size' | 'oldWord' | 'json' | 'nothing';

/** @param where in the file it is */
export function importMessage(violation: ImportViolation, { t, locale }: SiteTexts, where = ''): RuleMessage {
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
