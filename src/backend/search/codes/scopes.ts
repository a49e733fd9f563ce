import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/schema.js';
import { run } from '../../platform/database/statement.js';

/** The jobs of a site in one language. */
export interface Scope {
  id: number;
  site: string;
  language: string;
}

/** The scopes of a search. */
export interface ScopeChoice {
  /** One scope per language. */
  scopes: readonly Scope[];
  /** Ids of scopes whose stored counts add up to those of `scopes`. */
  counted: readonly number[];
}

// Maximum age of cached scopes: a new language on a site is very rare, and other processes may recognize it with this delay.
const FRESH_MS = 1000;
const FRESH_WHEN_MISSING_MS = 50;

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
