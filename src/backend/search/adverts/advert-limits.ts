import type { AdvertFacetName } from '#contract/search/advert-facets.js';
import { convert, type ExchangeRates, REFERENCE_RATES } from '../../reference/pay/exchange-rates.js';
import { FIRST_COMPLETE } from '../codes/codes.js';
import type { Scope } from '../codes/scopes.js';
import type { AdvertReference, FacetRequest, FacetValue } from '../port/search.port.js';
import { CURRENCY_CODES, currencyCode, languageNumber } from './advert-codes.js';

/** What the limits are about, by document; as search_job has them. */
export interface AdvertColumns {
  /** See `packRank`. */
  published: ArrayLike<number>;
  scopes: ArrayLike<number>;
  /** A year, in the job's own currency; 0: not stated. */
  pays: ArrayLike<number>;
  /** See `currencyCode`. */
  currencies: ArrayLike<number>;
  /** See `closingDay`. */
  closings: ArrayLike<number>;
}

/** A value of a facet of adverts, looked up. Limits of one key are the same. */
export type AdvertLimit = { key: string } & (
  | { facet: 'pay'; least: PayLimit }
  /** In seconds since 2000, and as incomplete jobs have them. */
  | { facet: 'published'; since: number; sinceIncomplete: number }
  /** The last day. */
  | { facet: 'closing'; day: number }
  | { facet: 'language'; scopes: readonly number[] }
);

/** The least that pay has to be, by the code of its currency. */
export interface PayLimit {
  byCode: Uint32Array;
  /** The currencies that can be compared. */
  codes: readonly number[];
  /** In the order of `codes`. */
  amounts: readonly number[];
}

/** Whether a document has the value. */
export function meetsLimit(columns: AdvertColumns, document: number, limit: AdvertLimit): boolean {
  switch (limit.facet) {
    case 'pay':
      return columns.pays[document]! >= limit.least.byCode[columns.currencies[document]!]!;
    case 'published': {
      const published = columns.published[document]!;
      return published >= (published < FIRST_COMPLETE ? limit.sinceIncomplete : limit.since);
    }
    case 'closing':
      return columns.closings[document]! <= limit.day;
    case 'language':
      return limit.scopes.includes(columns.scopes[document]!);
  }
}

const HOUR = 3600;
const HOURS_A_DAY = 24;
/** See `packRank`. */
const COARSER_BITS = 8;
const UNREACHABLE = 0xffffffff;
const MAX_KEPT = 64;

/** Looks up what values of the facets of adverts mean. */
export class AdvertLimits {
  private readonly payLimits = new Map<string, PayLimit>();

  constructor(private readonly rates: ExchangeRates = REFERENCE_RATES) {}

  /** For one search. @param scopes that are searched */
  of(reference: AdvertReference, scopes: readonly Scope[]): AdvertReader {
    return new AdvertReader(reference, scopes, (amount, currency) => this.payLimit(amount, currency));
  }

  private payLimit(amount: number, currency: string): PayLimit {
    const key = `${currency} ${amount}`;
    const known = this.payLimits.get(key);
    if (known) return known;
    const limits = [...new Set([currency, ...Object.keys(this.rates)])].flatMap((other) => {
      const code = currencyCode(other);
      const least = convert(amount, currency, other, this.rates);
      return code === 0 || least === undefined ? [] : [{ code, least: Math.min(Math.ceil(least), UNREACHABLE) }];
    });
    const byCode = new Uint32Array(CURRENCY_CODES).fill(UNREACHABLE);
    for (const { code, least } of limits) byCode[code] = least;
    const made = { byCode, codes: limits.map(({ code }) => code), amounts: limits.map(({ least }) => least) };
    if (this.payLimits.size >= MAX_KEPT) this.payLimits.delete(this.payLimits.keys().next().value!);
    this.payLimits.set(key, made);
    return made;
  }
}

/** The limits of one search. */
export class AdvertReader {
  constructor(
    private readonly reference: AdvertReference,
    private readonly scopes: readonly Scope[],
    private readonly payLimit: (amount: number, currency: string) => PayLimit,
  ) {}

  /** @returns undefined: no document can have the value */
  limit(facet: AdvertFacetName, value: FacetValue): AdvertLimit | undefined {
    if (value === null) return undefined;
    const { hour, currency } = this.reference;
    switch (facet) {
      case 'pay':
        return currency === undefined
          ? undefined
          : { facet, key: `pay ${currency} ${value}`, least: this.payLimit(value, currency) };
      case 'published': {
        const since = Math.max((hour - value * HOURS_A_DAY) * HOUR, 0);
        return { facet, key: `published ${since}`, since, sinceIncomplete: since >>> COARSER_BITS };
      }
      case 'closing': {
        const day = Math.floor(hour / HOURS_A_DAY) + value;
        return { facet, key: `closing ${day}`, day };
      }
      case 'language': {
        const scopes = this.scopes.filter(({ language }) => languageNumber(language) === value).map(({ id }) => id);
        return scopes.length === 0 ? undefined : { facet, key: `language ${scopes.join()}`, scopes };
      }
    }
  }

  /** The values that a request counts, with their limits. */
  counted({ facet, counted }: FacetRequest & { facet: AdvertFacetName }): CountedLimit[] {
    const values = counted ?? this.languages();
    return values.flatMap((value) => {
      const limit = this.limit(facet, value);
      return limit ? [{ value, limit, count: 0 }] : [];
    });
  }

  /** Whether each of the scopes has a language that can be counted. */
  get knowsAllLanguages(): boolean {
    return this.scopes.every(({ language }) => languageNumber(language) !== undefined);
  }

  private languages(): number[] {
    return [...new Set(this.scopes.flatMap(({ language }) => languageNumber(language) ?? []))];
  }
}

/** A value and how many documents have it so far. */
export interface CountedLimit {
  value: number;
  limit: AdvertLimit;
  count: number;
}
