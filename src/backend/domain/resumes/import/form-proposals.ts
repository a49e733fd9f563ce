import type { ProposedResumeItem, ProposedResumeValue } from '#contract/generated/resolvers.js';
import type { SavedAddress } from '../../../platform/database/address.js';
import type { Addresses } from '../../../reference/places/addresses.js';
import { readPlace } from '../../../reference/places/typed-place.js';
import type { TermCatalog } from '../../../reference/taxonomy/term-catalog.js';
import { writtenAreaIn } from '../../../reference/places/gazetteer-rows.js';
import { KNOWN_TERMS } from './reading/known-terms.js';
import type { ProposedItem, ProposedValue } from './reading/proposals.js';

export interface Proposing {
  terms: TermCatalog;
  addresses: Addresses;
  /** Language of labels. */
  language: string;
}

const MAX_LINE_LENGTH = 200;
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

/**
 * Converts values from a file to the resume form's values: terms to their tids, places to their parts, and years to months, which are
 * marked as assumed.
 *
 * @param lines lines that the values were read from
 */
export async function formProposals(
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

function itemOf(field: string, values: ProposedResumeValue[]): ProposedResumeItem | undefined {
  return values.length > 0 ? { __typename: 'ProposedResumeItem', field, values } : undefined;
}
