import type { Keywords } from '../port/search.port.js';
import { stripAccents } from './fold.js';
import { stemInflection } from './inflection/inflection.js';
import { KeywordMemo } from './keyword-memo.js';
import { tokenise } from './tokens.js';

/** Words in a row, from `start` up to `end`, and what else they name is called. */
export interface NamedRun {
  start: number;
  end: number;
  labels: readonly string[];
  /** Ids of the concepts, by which documents are found that a `ConceptTagger` has tagged; missing: they are found by the labels. */
  concepts?: readonly string[];
}

/** Says what else words may be called. */
export interface Synonyms {
  /**
   * Names in `language` for what consecutive words name, the longest runs of words first; runs do not overlap.
   *
   * @param words folded
   * @param language of the names that are wanted
   * @param site which may have synonyms of its own
   */
  find(words: readonly string[], language: string, site: string): readonly NamedRun[];
  /** All names, of every language. */
  names(): Iterable<string>;
}

/** Clauses of a box, from `start` up to `end`, and other names of what they name. */
export interface Expansion {
  box: number;
  start: number;
  end: number;
  labels: readonly string[];
  /** Those that do not say what was typed as well: for `nurse`, not `registered nurse`. */
  others: readonly string[];
  /** See `NamedRun`. */
  concepts: readonly string[] | undefined;
}

/** A name as `find` takes words: folded, with a space between them. */
export function foldPhrase(text: string): string {
  return wordsOf(text).join(' ');
}

function wordsOf(text: string): string[] {
  return tokenise(text, '').map(({ word }) => stripAccents(word));
}

/** By the labels of a run, which are the same object whenever the same words are typed again. */
const remembered = new WeakMap<readonly string[], readonly string[]>();

function withoutTyped(labels: readonly string[], typed: readonly string[], language: string): readonly string[] {
  const known = remembered.get(labels);
  if (known) return known;
  const stems = (words: readonly string[]): string[] => words.map((word) => stemInflection(language, word));
  const wanted = stems(typed);
  const others = labels.filter((label) => {
    const said = stems(wordsOf(label));
    return !wanted.every((word) => said.includes(word));
  });
  remembered.set(labels, others);
  return others;
}

const expansions = new KeywordMemo<Synonyms, readonly Expansion[]>();

/** What stands for the words of a query in documents of a language. Phrases, beginnings and what is excluded stand for themselves. */
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
  // Who excludes a word wants nothing that stands for it either.
  const excluded = new Set(keywords.boxes.flat().flatMap((clause) => (clause.excluded ? wordsOf(clause.text) : [])));
  return keywords.boxes.flatMap((clauses, box) => {
    const words: string[] = [];
    /** Which clause each word is of. */
    const clauseOf: number[] = [];
    for (const [index, { kind, text, excluded: isExcluded }] of clauses.entries()) {
      // A word that cannot be part of any name keeps its neighbours apart.
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
