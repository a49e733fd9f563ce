import type { Kysely } from 'kysely';
import type { Term, Query, QueryTermTreeArgs } from '#contract/generated/resolvers.js';
import type { Database } from '../../platform/database/schema.js';
import { allow, type RootResolvers } from '../../platform/graphql/allow.js';
import type { BackendModule } from '../../platform/graphql/backend-module.js';

export interface CatalogTerm {
  tid: number;
  vid: string;
  slug: string;
  label: Record<string, string>;
  weight: number;
}

const FALLBACK_LANGUAGE = 'en';

/** All terms of all vocabularies in memory: a few hundred, which change only with a new release. */
export class TermCatalog {
  private readonly byTid: ReadonlyMap<number, CatalogTerm>;
  private readonly bySlug: ReadonlyMap<string, CatalogTerm>;
  private readonly ordered = new Map<string, Term[]>();
  /** Terms in the API's format by tid, for each language in which there are labels: a page of jobs shows about a hundred terms. */
  private readonly inLanguage: ReadonlyMap<string, ReadonlyMap<number, Term>>;

  constructor(private readonly terms: readonly CatalogTerm[]) {
    this.byTid = new Map(terms.map((term) => [term.tid, term]));
    this.bySlug = new Map(terms.map((term) => [term.slug, term]));
    const languages = new Set([FALLBACK_LANGUAGE, ...terms.flatMap(({ label }) => Object.keys(label))]);
    const inLanguage = (language: string) =>
      new Map(terms.map((term) => [term.tid, { tid: term.tid, slug: term.slug, label: labelOf(term, language) }]));
    this.inLanguage = new Map([...languages].map((language) => [language, inLanguage(language)]));
  }

  static async load(database: Kysely<Database>): Promise<TermCatalog> {
    return new TermCatalog(await database.selectFrom('term').selectAll().execute());
  }

  find(tid: number): CatalogTerm | undefined {
    return this.byTid.get(tid);
  }

  findBySlug(slug: string): CatalogTerm | undefined {
    return this.bySlug.get(slug);
  }

  /** @returns the term in the API's format, with its label in the language or, if there is none, in English; null if it is unknown */
  term(tid: number | null, language: string): Term | null {
    if (tid === null) return null;
    const known = this.inLanguage.get(language) ?? this.inLanguage.get(FALLBACK_LANGUAGE);
    return known?.get(tid) ?? null;
  }

  /** @returns the terms, without unknown ones */
  termsOf(tids: readonly number[], language: string): Term[] {
    return tids.map((tid) => this.term(tid, language)).filter((term) => term !== null);
  }

  /** @returns the terms of a vocabulary, sorted by weight, then by label; empty if it is unknown */
  vocabulary(vid: string, language: string): Term[] {
    const key = `${vid} ${language}`;
    const known = this.ordered.get(key);
    if (known) return known;
    const members = this.terms.filter((term) => term.vid === vid);
    const { compare } = new Intl.Collator(language);
    members.sort((a, b) => a.weight - b.weight || compare(labelOf(a, language), labelOf(b, language)));
    const terms = this.termsOf(
      members.map((term) => term.tid),
      language,
    );
    if (members.length > 0) this.ordered.set(key, terms);
    return terms;
  }
}

function labelOf(term: CatalogTerm, language: string): string {
  return term.label[language] ?? term.label[FALLBACK_LANGUAGE] ?? term.slug;
}

export function taxonomyResolvers(terms: TermCatalog) {
  return {
    Query: {
      termTree: allow<QueryTermTreeArgs, Query['termTree']>('anyone', ({ vid }, { language }) =>
        terms.vocabulary(vid, language),
      ),
    },
  } satisfies RootResolvers;
}

/** Creates the module for the terms of all vocabularies. */
export function createTaxonomy({ terms }: { terms: TermCatalog }): BackendModule {
  return { resolvers: [taxonomyResolvers(terms)] };
}
