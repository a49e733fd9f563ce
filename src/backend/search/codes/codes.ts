import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';

/** Packing of several values into one in rows of search_job; see migration 0002. */

const EPOCH_2000 = 946_684_800;

/**
 * Smallest publication time of complete jobs, in April 2000; earlier ones are raised to it. The times of incomplete jobs are shifted right
 * by COARSER_BITS, so that all of them are smaller.
 */
export const FIRST_COMPLETE = 1 << 23;
const COARSER_BITS = 31 - 23;
/** Values of `kind` in search_tally; 0 to 4 are COMBO_FACETS. */
export const TALLY_ORGANIZATION = 5;
export const TALLY_TOTAL = 6;
/** Values of `kind` in search_word. */
export const WORD_KIND = { word: 0, title: 1, organization: 2, occupation: 3 } as const;
// Maximum age of cached scopes: a new language on a site is very rare, and other processes may recognize it with this delay.
const FRESH_MS = 1000;
const FRESH_WHEN_MISSING_MS = 50;

/** Packs the publication time into the upper half, so that descending order is newest first, with incomplete jobs last. */
export function packRank(published: Date, jobId: number, isIncomplete: boolean): string {
  const seconds = Math.min(Math.max(Math.floor(published.getTime() / 1000) - EPOCH_2000, 0), 0x7fffffff);
  const order = isIncomplete ? seconds >>> COARSER_BITS : Math.max(seconds, FIRST_COMPLETE);
  return ((BigInt(order) << 32n) | BigInt(jobId)).toString();
}

/** @param organizationId 0 if the employer is not named */
export function packFacets(organizationId: number, combo: number): string {
  return ((BigInt(organizationId) << 32n) | BigInt(combo)).toString();
}

export function unpackFacets(packed: string): { organizationId: number; combo: number } {
  const value = BigInt(packed);
  return { organizationId: Number(value >> 32n), combo: Number(value & 0xffffffffn) };
}

/** Returns the prefix of a scope's lexemes in a field. */
export function scopePrefix(scope: number, field: LexemeField): string {
  return scope.toString(36) + LEXEME_MARKS[field];
}

/** Markers for the field of a lexeme. */
export const LEXEME_MARKS = {
  everything: '_',
  title: '.',
  organization: '@',
  subject: '~',
  'exact-title': '=',
  'whole-title': '!',
  concept: '+',
  'whole-concept': '%',
  'subject-concept': '^',
} as const;

export type LexemeField = keyof typeof LEXEME_MARKS;

/** Rounds to about 100 m, which is more precise than any search; jobs in the same street share a row. */
export function roundCoordinate(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

/** The jobs of a site in one language. */
export interface Scope {
  id: number;
  site: string;
  language: string;
}

/** The scopes of a search. */
interface ScopeChoice {
  /** One scope per language. */
  scopes: readonly Scope[];
  /** Ids of scopes whose stored counts add up to those of `scopes`. */
  counted: readonly number[];
}

/** An in-memory copy of search_scope. */
export class Scopes {
  private bySite = new Map<string, Map<string, number>>();
  private loadedAt = -Infinity;
  private expiries = 0;

  constructor(private readonly database: Kysely<Database>) {}

  /** @param languages empty for all languages */
  async choose(site: string, languages: readonly string[]): Promise<ScopeChoice> {
    if (this.isStale(site, languages)) await this.load();
    const known = this.bySite.get(site) ?? new Map<string, number>();
    const all = [...known].filter(([language]) => language !== '');
    const chosen = languages.length === 0 ? all : all.filter(([language]) => languages.includes(language));
    const whole = known.get('');
    return {
      scopes: chosen.map(([language, id]) => ({ id, site, language })),
      counted: chosen.length === all.length && whole !== undefined ? [whole] : chosen.map(([, id]) => id),
    };
  }

  /** Must be called when scopes have been added, so that subsequent searches include them. */
  expire(): void {
    this.expiries++;
    this.loadedAt = -Infinity;
  }

  /** Whether to reload. A requested scope that is missing may have been added very recently. */
  private isStale(site: string, languages: readonly string[]): boolean {
    const age = performance.now() - this.loadedAt;
    const known = this.bySite.get(site);
    const isMissing = !known || languages.some((language) => !known.has(language));
    return age > (isMissing ? FRESH_WHEN_MISSING_MS : FRESH_MS);
  }

  private async load(): Promise<void> {
    const { expiries } = this;
    const rows = await run<{ id: number; site: string; language: string }>(
      this.database,
      'select id, site, language from search_scope order by id',
    );
    const bySite = new Map<string, Map<string, number>>();
    for (const { id, site, language } of rows) {
      const own = bySite.get(site) ?? new Map<string, number>();
      bySite.set(site, own.set(language, id));
    }
    this.bySite = bySite;
    this.loadedAt = expiries === this.expiries ? performance.now() : -Infinity;
  }
}
