import type { Keywords } from '../port/search.port.js';
import { stemInflection } from './inflection.js';
import { KeywordMemo } from './read-keyword.js';
import { tokenise, stripAccents } from './tokens.js';

const MAX_PHRASE_LENGTH = 5;

/** Consecutive words, from `start` up to, but not including, `end`, with their synonyms. */
export interface NamedRun {
  start: number;
  end: number;
  labels: readonly string[];
  /** Ids of concepts, by which documents tagged by a `ConceptTagger` are found; if omitted, documents are found by the labels. */
  concepts?: readonly string[];
}

/** Provides synonyms. */
export interface Synonyms {
  /**
   * Returns synonyms of consecutive words, the longest runs first; runs do not overlap.
   *
   * @param words folded words
   * @param language language of the synonyms
   * @param site site, which may have its own synonyms
   */
  find(words: readonly string[], language: string, site: string): readonly NamedRun[];
  /** Returns all names in all languages. */
  names(): Iterable<string>;
}

/** Clauses of a search box, from `start` up to, but not including, `end`, with their synonyms. */
export interface Expansion {
  box: number;
  start: number;
  end: number;
  labels: readonly string[];
  /** Labels that do not contain the typed words: for `nurse`, not `registered nurse`. */
  others: readonly string[];
  /** See `NamedRun`. */
  concepts: readonly string[] | undefined;
}

/** Returns the folded words of a name, joined by spaces, as `find` expects words. */
export function foldPhrase(name: string): string {
  return wordsOfName(name).join(' ');
}

/** Folded words by name. Its size is limited: only names of the thesaurus and of the sites' own lists are added. */
const knownNames = new Map<string, readonly string[]>();

function wordsOfName(name: string): readonly string[] {
  const known = knownNames.get(name) ?? wordsOf(name);
  knownNames.set(name, known);
  return known;
}

/** Words of names without inflection, by language and name; its size is limited like that of `knownNames`. */
const knownStems = new Map<string, readonly string[]>();

function stemsOfName(name: string, language: string): readonly string[] {
  const key = `${language} ${name}`;
  const known = knownStems.get(key) ?? wordsOfName(name).map((word) => stemInflection(language, word));
  knownStems.set(key, known);
  return known;
}

function wordsOf(text: string): string[] {
  return tokenise(text, '').map(({ word }) => stripAccents(word));
}

/** Cache by the labels of a run, which are the same object whenever the same words are typed. */
const remembered = new WeakMap<readonly string[], readonly string[]>();

function withoutTyped(labels: readonly string[], typed: readonly string[], language: string): readonly string[] {
  const known = remembered.get(labels);
  if (known) return known;
  const wanted = typed.map((word) => stemInflection(language, word));
  const others = labels.filter((label) => {
    const stems = stemsOfName(label, language);
    return !wanted.every((word) => stems.includes(word));
  });
  remembered.set(labels, others);
  return others;
}

const expansions = new KeywordMemo<Synonyms, readonly Expansion[]>();

/** Returns the synonyms of a query's words in documents of a language. Phrases, prefixes and excluded words have none. */
export function expand(
  synonyms: Synonyms | undefined,
  keywords: Keywords,
  { language, site }: { language: string; site: string },
): readonly Expansion[] {
  const isOfNames = keywords.fields.every((field) => field === 'organization');
  if (!synonyms || keywords.literal || isOfNames) return [];
  const key = `${site} ${language}`;
  return (
    expansions.get(synonyms, keywords, key) ??
    expansions.set(synonyms, keywords, key, expansionsOf(synonyms, keywords, language, site))
  );
}

function expansionsOf(synonyms: Synonyms, keywords: Keywords, language: string, site: string): Expansion[] {
  // Excluded words must not be found through synonyms either.
  const excluded = new Set(keywords.boxes.flat().flatMap((clause) => (clause.excluded ? wordsOf(clause.text) : [])));
  return keywords.boxes.flatMap((clauses, box) => {
    const words: string[] = [];
    /** Index of the clause of each word. */
    const clauseOf: number[] = [];
    for (const [index, { kind, text, excluded: isExcluded }] of clauses.entries()) {
      // An empty word, which cannot be part of any name, separates its neighbours.
      const own = kind === 'word' && !isExcluded ? wordsOf(text) : [''];
      for (const word of own) {
        words.push(word);
        clauseOf.push(index);
      }
    }
    return synonyms
      .find(words, language, site)
      .filter(({ start, end }) => !words.slice(start, end).some((word) => excluded.has(word)))
      .map(({ start, end, labels, concepts }) => ({
        box,
        start: clauseOf[start]!,
        end: clauseOf[end - 1]! + 1,
        labels,
        concepts,
        others: withoutTyped(labels, words.slice(start, end), language),
      }))
      .filter((each, at, all) => all.findIndex((other) => other.start < each.end && each.start < other.end) === at);
  });
}

/** Groups of synonymous words and phrases by site, from its configuration. */
export type SiteSynonyms = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Creates synonyms only from the lists of the sites. */
export function siteSynonyms(ofSites: SiteSynonyms): Synonyms {
  const lists = new Map(Object.entries(ofSites).map(([site, groups]) => [site, new SynonymList(groups)]));
  return {
    find: (words, _language, site) => lists.get(site)?.find(words) ?? [],
    names: () => Object.values(ofSites).flat(2),
  };
}

/** Groups of synonyms of a site. */
class SynonymList {
  private readonly byPhrase = new Map<string, Set<string>>();

  constructor(groups: readonly (readonly string[])[]) {
    for (const group of groups) {
      for (const phrase of group) {
        const key = foldPhrase(phrase);
        const known = this.byPhrase.get(key) ?? new Set<string>();
        this.byPhrase.set(key, known);
        for (const other of group) if (foldPhrase(other) !== key) known.add(other);
      }
    }
  }

  /** Returns non-overlapping runs, longest first; of overlapping ones, the longer is kept. */
  find(words: readonly string[]): NamedRun[] {
    const found: NamedRun[] = [];
    for (let length = Math.min(MAX_PHRASE_LENGTH, words.length); length > 0; length--) {
      for (let start = 0; start + length <= words.length; start++) {
        const end = start + length;
        const labels = this.byPhrase.get(words.slice(start, end).join(' '));
        if (labels && !found.some((other) => other.start < end && start < other.end))
          found.push({ start, end, labels: [...labels] });
      }
    }
    return found;
  }
}

/** Recognizes the concepts that a short text names, independently of the words used. */
export interface ConceptTagger {
  /**
   * @param language language of the text
   * @returns ids of concepts: `named` by some of the words, `whole` by all words up to the first dash, comma or bracket
   */
  tag(text: string, language: string): { named: readonly string[]; whole: readonly string[] };
  /** Changes when the tagger recognizes other concepts, so that documents must be tagged again. */
  readonly version: string;
}
