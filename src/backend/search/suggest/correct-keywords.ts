import type { Keywords } from '../port/search.port.js';
import { stripAccents } from '../analysis/fold.js';
import type { KeywordClause } from '../port/keyword-grammar.js';
import { tokenise } from '../analysis/tokens.js';
import type { SimilarWord, SimilarWords } from './similar-words.port.js';

/** Which words may be replaced. */
export type Confidence = 'unknown-words' | 'rare-words';

const MIN_LENGTH = 4;
const MAX_WORDS = 8;
const MUCH_MORE_FREQUENT = 20;

/**
 * Replaces words that occur in no document (`unknown-words`) or in very few (`rare-words`) by the most similar known words.
 *
 * @returns undefined if there is nothing to replace
 */
export async function correctKeywords(
  similarWords: SimilarWords,
  keywords: Keywords,
  scopes: readonly number[],
  confidence: Confidence,
): Promise<Keywords | undefined> {
  const clauses = keywords.boxes.flat().filter(({ excluded, kind }) => !excluded && kind !== 'prefix');
  const words = [...new Set(clauses.flatMap(({ text }) => wordsOf(text)))].slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const replacements = choose(words, await similarWords.find(words, scopes), confidence);
  if (replacements.size === 0) return undefined;
  const replace = (clause: KeywordClause): KeywordClause =>
    clause.excluded || clause.kind === 'prefix' ? clause : { ...clause, text: replaced(clause.text, replacements) };
  return { ...keywords, boxes: keywords.boxes.map((box) => box.map(replace)) };
}

function wordsOf(text: string): string[] {
  return tokenise(text, '')
    .map(({ word }) => word)
    .filter((word) => word.length >= MIN_LENGTH && word.length <= 30 && /^\p{L}+$/u.test(word));
}

function choose(
  words: readonly string[],
  similarWords: readonly SimilarWord[],
  confidence: Confidence,
): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const word of words) {
    const known = similarWords.filter(({ typed }) => typed === word);
    const itself = known.find(({ distance }) => distance === 0);
    const others = known.filter(({ distance }) => distance > 0);
    const best =
      confidence === 'unknown-words'
        ? itself
          ? undefined
          : others[0]
        : others.find(({ n, distance }) => distance === 1 && n >= MUCH_MORE_FREQUENT * Math.max(itself?.n ?? 1, 1));
    if (best) chosen.set(word, best.label);
  }
  return chosen;
}

function replaced(text: string, replacements: ReadonlyMap<string, string>): string {
  let result = '';
  let at = 0;
  for (const { word, start, end } of tokenise(text, '')) {
    const replacement = replacements.get(stripAccents(word));
    if (replacement === undefined) continue;
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
