import {
  Negations,
  type TypedWord,
  type WordRange,
  PHRASE_LANGUAGES,
  type PayWords,
  phrasesOf,
} from './phrase-index.js';

/** Minimum pay as it was typed. */
export interface TypedPay {
  amount: number;
  /** ISO 4217 code; undefined for the currency of the site. */
  currency: string | undefined;
  unit: PayUnit;
}

export type PayUnit = 'hour' | 'day' | 'week' | 'month' | 'year';

const UNITS: readonly PayUnit[] = ['hour', 'day', 'week', 'month', 'year'];
const CURRENCIES: Record<string, string> = {
  '£': 'GBP',
  gbp: 'GBP',
  pounds: 'GBP',
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  us$: 'USD',
  usd: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  cad: 'CAD',
  chf: 'CHF',
  // The site determines the kind of dollars.
  $: '',
  dollars: '',
};
// Without a currency, smaller numbers are not treated as amounts of money.
const MIN_BARE_AMOUNT = 1000;
const MIN_BARE_THOUSANDS = 15;
const MAX_AMOUNT = 1_000_000;
// Limits for guessing the period of an amount without one.
const MAX_HOURLY = 150;
const MIN_MONTHLY = 1000;
const MIN_YEARLY = 10_000;

const YEAR = /^(?:19|20)\d\d$/;

const AMOUNT = String.raw`\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+(?!\d)(?:[.,]\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?`;

/** Finds amounts of money in typed text. Its patterns are compiled once, from the words of all languages. */
export class PayReader {
  private readonly pattern: RegExp;
  private readonly units: ReadonlyMap<string, PayUnit>;
  private readonly atMost: RegExp;
  private readonly atMostAfter: RegExp;
  private readonly named: RegExp;
  private readonly counted: RegExp;
  private readonly negations = new Negations();

  constructor() {
    const languages = PHRASE_LANGUAGES.map((language) => phrasesOf(language).pay);
    const words = (name: keyof PayWords) => languages.flatMap((pay) => pay[name]);
    this.units = new Map(UNITS.flatMap((unit) => words(unit).map((word) => [word, unit] as const)));
    const currency = anyOf(Object.keys(CURRENCIES));
    const thousand = String.raw`\s?(?:k|tsd\.?)(?![\p{L}\p{N}])`;
    this.pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}.,])(?:(?<least>${anyOf(words('atLeast'))})\s+)?(?:(?<before>${currency})\s?)?(?<amount>${AMOUNT})(?<thousand>k(?=\s*[-–]\s*[£€$]?\d)|${thousand})?` +
        String.raw`(?:\s?(?<after>${currency})(?![\p{L}\p{N}]))?` +
        String.raw`(?<range>\s*(?:[-–]|(?:${anyOf(words('to'))})(?=\s))\s*(?:${currency})?\s?(?:${AMOUNT})(?<rangeThousand>${thousand})?(?:\s?(?<rangeCurrency>${currency})(?![\p{L}\p{N}]))?)?` +
        String.raw`(?:\s?\+)?(?:\s?(?<unit>${anyOf([...this.units.keys()])})(?![\p{L}\p{N}]))?(?:\s(?:${anyOf(words('around'))})(?![\p{L}\p{N}]))*`,
      'giu',
    );
    this.atMost = new RegExp(String.raw`(?:^|\s)(?:${anyOf(words('atMost'))})\s*$`, 'iu');
    // `min 40k max 60k`: the word belongs to the next amount.
    this.atMostAfter = new RegExp(
      String.raw`^[\s,(]*(?:${anyOf(words('atMostAfter'))})(?![\p{L}\p{N}])(?!\.?\s*(?:${currency})?\s?\d)`,
      'iu',
    );
    this.named = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${anyOf(words('named'))})(?![\p{L}\p{N}])`, 'iu');
    this.counted = new RegExp(String.raw`^\s*(?:${anyOf(words('counted'))})(?![\p{L}\p{N}])`, 'iu');
  }

  /** Returns the first unambiguous amount of money, with its range of words. */
  find(text: string, words: readonly TypedWord[]): (WordRange & { pay: TypedPay }) | undefined {
    if (!/\d/.test(text)) return undefined;
    for (const match of text.matchAll(this.pattern)) {
      const range = wordsWithin(words, match.index, match.index + match[0].length);
      if (!range || this.negations.precede(words, range.start) || this.isLimit(text, match)) continue;
      const pay = this.isOtherNumber(text, match) ? undefined : this.payOf(match.groups!);
      if (pay) return { ...range, pay };
    }
    return undefined;
  }

  /** Whether an amount is an upper limit: `up to £30,000`, `40k max`. The range `30-40k max` has a lower one as well. */
  private isLimit(text: string, match: RegExpExecArray): boolean {
    const rest = text.slice(match.index + match[0].length);
    const isRange = match.groups!.range !== undefined;
    return this.atMost.test(text.slice(0, match.index)) || (!isRange && this.atMostAfter.test(rest));
  }

  /** Whether a number without a currency or a period is a year, or counts something other than money. */
  private isOtherNumber(text: string, match: RegExpExecArray): boolean {
    const { amount = '', before, after, range = '', rangeCurrency, thousand, rangeThousand, unit } = match.groups!;
    if (before ?? after ?? rangeCurrency ?? unit) return false;
    if (this.named.test(match[0])) return false;
    const end = /[\d.,]*$/.exec(range)![0];
    const isYear = YEAR.test(amount) && (end.length < 4 || YEAR.test(end)) && !thousand && !rangeThousand;
    return isYear || this.counted.test(text.slice(match.index + match[0].length));
  }

  private payOf(groups: Record<string, string | undefined>): TypedPay | undefined {
    const { least, before, after, range, rangeThousand, rangeCurrency, thousand, unit: period } = groups;
    const sign = (before ?? after ?? rangeCurrency)?.toLowerCase();
    const isThousands = thousand !== undefined || rangeThousand !== undefined;
    const typed = numberOf(groups.amount!);
    const amount = isThousands && typed < MIN_BARE_AMOUNT ? typed * 1000 : typed;
    const isCertain =
      sign !== undefined ||
      (isThousands && typed >= MIN_BARE_THOUSANDS) ||
      (period !== undefined &&
        (least !== undefined ||
          range !== undefined ||
          amount >= MIN_BARE_AMOUNT ||
          isHourly(amount, this.units.get(period.toLowerCase())))) ||
      (least !== undefined && amount >= MIN_BARE_AMOUNT);
    const unit = period === undefined ? unitOf(amount) : this.units.get(period.toLowerCase());
    if (!isCertain || unit === undefined || amount <= 0 || amount > MAX_AMOUNT) return undefined;
    return { amount, currency: sign === undefined ? undefined : CURRENCIES[sign] || undefined, unit };
  }
}

function isHourly(amount: number, unit: PayUnit | undefined): boolean {
  return unit === 'hour' && amount >= 5 && amount <= MAX_HOURLY;
}

/** Guesses the period of an amount without one: `£12`, `2500 €`, `£40,000`. @returns undefined if it is ambiguous */
function unitOf(amount: number): PayUnit | undefined {
  if (amount >= MIN_YEARLY) return 'year';
  if (amount >= MIN_MONTHLY) return 'month';
  return amount <= MAX_HOURLY ? 'hour' : undefined;
}

/** Parses numbers such as `40,000`, `40.000`, `40 000`, `12.50` and `12,50`. */
function numberOf(typed: string): number {
  const groups = /^(\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})+)(?:[.,](\d{1,2}))?$/u.exec(typed);
  if (groups) return Number(`${groups[1]!.replace(/\D/g, '')}.${groups[2] ?? '0'}`);
  return Number(typed.replace(',', '.'));
}

/** Returns the words of a range of the text. @returns undefined if it cuts a word, or contains one that is not plain */
function wordsWithin(words: readonly TypedWord[], from: number, to: number): WordRange | undefined {
  const start = words.findIndex((word) => word.end > from);
  if (start < 0) return undefined;
  let end = start;
  while (end < words.length && words[end]!.start < to) {
    const { isPlain, clause, start: first } = words[end]!;
    // Ignores punctuation after a word: `£40,000,`.
    const last = first + clause.text.replace(/[^\p{L}\p{N}%€£$]+$/u, '').length;
    if (!isPlain || first < from || last > to) return undefined;
    end++;
  }
  return end > start ? { start, end } : undefined;
}

/** Returns a pattern for any of the texts, longest first. */
function anyOf(texts: readonly string[]): string {
  return [...new Set(texts)]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/ /g, String.raw`\s`))
    .join('|');
}
