import type { AdvertFacetName } from '#contract/search/job-search.js';
import { convert, type ExchangeRates, REFERENCE_RATES } from '../../reference/pay/annual-pay.js';
import { FIRST_COMPLETE, type Scope } from '../codes/codes.js';
import type { AdvertReference, FacetRequest, FacetValue } from '../port/search.port.js';
import { CURRENCY_CODES, currencyCode, languageNumber } from './advert-facets.js';

/** Columns to which limits apply, by document, with the same values as in search_job. */
export interface AdvertColumns {
  /** See `packRank`. */
  published: ArrayLike<number>;
  scopes: ArrayLike<number>;
  /** Annual pay in the job's own currency; 0 if not stated. */
  pays: ArrayLike<number>;
  /** See `currencyCode`. */
  currencies: ArrayLike<number>;
  /** See `closingDay`. */
  closings: ArrayLike<number>;
}

/** The limit for a value of an advert facet. Limits with the same key are equal. */
export type AdvertLimit = { key: string } & (
  | { facet: 'pay'; least: PayLimit }
  /** `since` in seconds since 2000; `sinceIncomplete` in the coarser unit of incomplete jobs. */
  | { facet: 'published'; since: number; sinceIncomplete: number }
  /** `day` is the last day on which a job may close. */
  | { facet: 'closing'; day: number }
  | { facet: 'language'; scopes: readonly number[] }
);

/** Minimum pay by the code of its currency. */
export interface PayLimit {
  byCode: Uint32Array;
  /** Codes of the currencies that can be compared. */
  codes: readonly number[];
  /** Amounts in the order of `codes`. */
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

/** Converts values of advert facets to limits. */
export class AdvertLimits {
  private readonly payLimits = new Map<string, PayLimit>();

  constructor(private readonly rates: ExchangeRates = REFERENCE_RATES) {}

  /** Returns the reader for one search. @param scopes scopes that are searched */
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

/** Returns the limits of one search. */
export class AdvertReader {
  constructor(
    private readonly reference: AdvertReference,
    private readonly scopes: readonly Scope[],
    private readonly payLimit: (amount: number, currency: string) => PayLimit,
  ) {}

  /** @returns undefined if no document can have the value */
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

  /** Returns the values that a request counts, with their limits. */
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

/** A value with the number of documents counted so far. */
export interface CountedLimit {
  value: number;
  limit: AdvertLimit;
  count: number;
}
