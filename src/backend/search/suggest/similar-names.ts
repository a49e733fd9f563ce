import { stripAccents } from '../analysis/fold.js';
import { tokenise } from '../analysis/tokens.js';
import { MemorySimilarWords } from './memory.similar-words.js';
import type { SimilarWord, SimilarWords } from './similar-words.port.js';
import { isAnyLetter } from './trigrams.js';
import { WordDictionary } from './word-dictionary.js';

const SCOPE = 1;
const MIN_LENGTH = 5;

/**
 * Adds the words of concept names to the known words of documents, so that a misspelling such as `Kindergärtnrin` is corrected even if no
 * document contains the correct word.
 *
 * @param words finds words of documents
 * @param names read when the first word is searched
 */
export function withNames(words: SimilarWords, names: () => Iterable<string>): SimilarWords {
  let known: MemorySimilarWords | undefined;
  return {
    async find(typed, scopes) {
      known ??= dictionaryOf(names());
      const [ofDocuments, ofNames] = await Promise.all([words.find(typed, scopes), known.find(typed, [SCOPE])]);
      const isNew = ({ word, typed: asked }: SimilarWord): boolean =>
        !ofDocuments.some((other) => other.typed === asked && other.word === word);
      // At the same distance, the word of a document comes first.
      return [...ofDocuments, ...ofNames.filter(isNew)].sort((a, b) => a.distance - b.distance);
    },
  };
}

function dictionaryOf(names: Iterable<string>): MemorySimilarWords {
  const dictionary = new WordDictionary();
  const rows = new Map<string, string>();
  for (const name of names)
    for (const { word, surface } of tokenise(name, ''))
      if (word.length >= MIN_LENGTH) rows.set(stripAccents(word), surface);
  dictionary.add([...rows].map(([word, label]) => ({ scope: SCOPE, word, label, n: 1 })));
  return new MemorySimilarWords(dictionary, isAnyLetter);
}
