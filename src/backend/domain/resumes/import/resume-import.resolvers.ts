import type { Kysely } from 'kysely';
import { RESUME_FILE } from '#contract/applications/uploads.js';
import type {
  Mutation,
  MutationProposeResumeArgs,
  Query,
  ResumeFileType,
  ResumeProposal,
  ProposedResumeItem,
  ProposedResumeValue,
} from '#contract/generated/resolvers.js';
import { formatMegabytes } from '#shared/text/translator.js';
import { type RuleMessage, ruleMessage, textsOf, type SiteTexts } from '../../../platform/texts/site-texts.js';
import type { Database } from '../../../platform/database/schema.js';
import { allow, type RootResolvers, refused } from '../../../platform/graphql/allow.js';
import { Addresses } from '../../../reference/places/addresses.js';
import type { PlaceFinder } from '../../../reference/places/places.port.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { findOwnResume, findPrivateFields } from '../resume.repository.js';
import type { SavedAddress } from '../../../platform/database/address.js';
import { readPlace } from '../../../reference/places/typed-place.js';
import { writtenAreaIn } from '../../../reference/places/gazetteer-rows.js';
import { parseJsonResume, readJsonResume, writeJsonResume } from './json-resume/read-json-resume.js';
import { KNOWN_TERMS } from './reading/known-terms.js';
import type { ProposedItem, ProposedValue } from './reading/proposals.js';
import { readResume } from './reading/read-resume.js';
import { extractJson, extractText, type ExtractionError, MAX_PAGES, sniffResumeFile } from './text/extract-text.js';

const MAX_LINE_LENGTH = 200;

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

interface Proposing {
  terms: TermCatalog;
  addresses: Addresses;
  /** Language of labels. */
  language: string;
}

/**
 * Converts values from a file to the resume form's values: terms to their tids, places to their parts, and years to months, which are
 * marked as assumed.
 *
 * @param lines lines that the values were read from
 */
async function formProposals(
  items: readonly ProposedItem[],
  lines: readonly string[],
  proposing: Proposing,
): Promise<ProposedResumeItem[]> {
  const proposals = await Promise.all(items.map((item) => new Mapping(lines, proposing).item(item)));
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  return proposals.filter((proposal): proposal is ProposedResumeItem => {
    if (!proposal) return false;
    const { field, values } = proposal;
    const count = (counts.get(field) ?? 0) + 1;
    const key = JSON.stringify([field, values.map(({ name, value }) => [name, value])]);
    if (seen.has(key) || count > (MAX_COUNT[field] ?? 1)) return false;
    seen.add(key);
    counts.set(field, count);
    return true;
  });
}

function itemOf(field: string, values: ProposedResumeValue[]): ProposedResumeItem | undefined {
  return values.length > 0 ? { __typename: 'ProposedResumeItem', field, values } : undefined;
}

/** Maximum number of source lines of a value: enough to find a long text in the file. */
const MAX_LINES = 8;

const TERMS = ['employmentType', 'degreeLevel', 'fieldOfStudy'];

/** Limits of the form. */
const MAX_COUNT: Readonly<Record<string, number>> = {
  workExperience: 20,
  education: 12,
  languages: 12,
  languagesFree: 10,
  skills: 30,
  skillsFree: 20,
};

class Mapping {
  constructor(
    private readonly lines: readonly string[],
    private readonly proposing: Proposing,
  ) {}

  async item({ field, values }: ProposedItem): Promise<ProposedResumeItem | undefined> {
    switch (field) {
      case 'skills':
        return this.termOrText(values[0]!, { term: 'skills', text: 'skillsFree', vid: 'skill' });
      case 'languages':
        return this.language(values);
      case 'homeLocation':
        return this.home(values);
      case 'workExperience':
      case 'education':
        return itemOf(field, (await Promise.all(values.map((value) => this.part(value)))).flat());
      default:
        return itemOf(field, [this.plain(values[0]!)]);
    }
  }

  private async part(value: ProposedValue): Promise<ProposedResumeValue[]> {
    const { name } = value;
    if (TERMS.includes(name)) return this.bySlug(value);
    if (name === 'from' || name === 'until') return [this.month(value)];
    if (name !== 'location') return [this.plain(value)];
    const typed = readPlace({ text: value.value });
    const { address } = await this.proposing.addresses.of(typed);
    return address ? this.town(address, typed, value) : [];
  }

  private town(
    { countryCode, administrativeArea, locality }: SavedAddress,
    typed: { country?: string; area?: string },
    from: ProposedValue,
  ) {
    return [
      ...this.named('countryCode', countryCode, from, typed.country === undefined),
      ...this.named('administrativeArea', this.areaOf(countryCode, administrativeArea), from, typed.area === undefined),
      ...this.named('locality', locality, from),
    ];
  }

  /** Name of the area: the gazetteer contains codes that nobody uses in some countries. */
  private areaOf(country: string | undefined, area: string | undefined): string | undefined {
    return country && area ? writtenAreaIn(country, area, this.proposing.language) : area;
  }

  /** Completes country and area of the home address from the gazetteer. */
  private async home(values: readonly ProposedValue[]): Promise<ProposedResumeItem | undefined> {
    const typed = Object.fromEntries(values.map(({ name, value }) => [name, value]));
    const { address } = await this.proposing.addresses.of({
      country: typed.countryCode,
      area: typed.administrativeArea,
      locality: typed.locality,
      zip: typed.zip,
      isRemote: false,
    });
    const from = values.find(({ name }) => name === 'locality') ?? values[0]!;
    const known = values.map(({ name }) => name);
    const derived = [
      ...(known.includes('countryCode') ? [] : this.named('countryCode', address?.countryCode, from)),
      ...(known.includes('administrativeArea')
        ? []
        : this.named('administrativeArea', this.areaOf(address?.countryCode, address?.administrativeArea), from)),
    ];
    return itemOf('homeLocation', [...values.map((value) => this.shown(value)), ...derived]);
  }

  private language(values: readonly ProposedValue[]): ProposedResumeItem | undefined {
    const name = values.find((value) => value.name === 'language')!;
    const level = values.find((value) => value.name === 'level');
    const levels = level ? this.bySlug(level) : [];
    const proposal = this.termOrText(name, { term: 'languages', text: 'languagesFree', vid: 'language' });
    if (proposal?.field === 'languages') return itemOf('languages', [...proposal.values, ...levels]);
    const words = levels[0]?.label ? `${name.value} (${levels[0].label})` : name.value;
    return itemOf('languagesFree', [this.plain({ ...name, name: 'languagesFree', value: words.slice(0, 60) })]);
  }

  /** Returns a term for words of the vocabulary, and other words as text. */
  private termOrText(
    value: ProposedValue,
    { term, text, vid }: { term: 'skills' | 'languages'; text: string; vid: string },
  ): ProposedResumeItem | undefined {
    const slug =
      term === 'skills' ? KNOWN_TERMS.skills.exactly(value.value) : KNOWN_TERMS.languages.exactly(value.value);
    const known = slug === undefined ? undefined : this.proposing.terms.findBySlug(slug);
    if (known?.vid !== vid) return itemOf(text, [this.plain({ ...value, name: text })]);
    const name = term === 'skills' ? 'skills' : 'language';
    return itemOf(term, this.bySlug({ ...value, name, value: known.slug }));
  }

  private bySlug(value: ProposedValue): ProposedResumeValue[] {
    const { terms, language } = this.proposing;
    const tid = terms.findBySlug(value.value)?.tid;
    const term = tid === undefined ? null : terms.term(tid, language);
    return term ? [{ ...this.plain(value), value: String(term.tid), label: term.label }] : [];
  }

  /** Completes a year to its first or last month. */
  private month(value: ProposedValue): ProposedResumeValue {
    const isYear = /^\d{4}$/.test(value.value);
    const month = value.name === 'from' ? '01' : '12';
    return { ...this.plain(isYear ? { ...value, value: `${value.value}-${month}` } : value), assumed: isYear };
  }

  private named(
    name: string,
    value: string | undefined,
    { lines }: ProposedValue,
    assumed = false,
  ): ProposedResumeValue[] {
    return value === undefined || value === '' ? [] : [{ ...this.shown({ name, value, lines }), assumed }];
  }

  /** Replaces country codes by names. */
  private shown(value: ProposedValue): ProposedResumeValue {
    const plain = this.plain(value);
    if (value.name !== 'countryCode') return plain;
    return {
      ...plain,
      label: new Intl.DisplayNames([this.proposing.language], { type: 'region' }).of(value.value) ?? null,
    };
  }

  private plain({ name, value, lines }: ProposedValue): ProposedResumeValue {
    const quoted = lines
      .slice(0, MAX_LINES)
      .map((number) => (this.lines[number] ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_LINE_LENGTH));
    return { __typename: 'ProposedResumeValue', name, value, label: null, lines: quoted, assumed: false };
  }
}
