import { crc32 } from 'node:zlib';
import type { ConceptTagger } from '../analysis/synonyms.js';
import { headOfTitle } from '../analysis/title-forms.js';
import { tokenise, stripAccents } from '../analysis/tokens.js';
import { Thesaurus, type ConceptMatch, isAmbiguousName } from './thesaurus.js';

/** Maximum number of cached results: many titles and names of terms recur. */
const MAX_REMEMBERED = 20_000;
/** Separated feminine endings and gender suffixes: `Erzieher*in (m/w/d)`. */
const IGNORED = /^(?:.|in|innen)$/u;

/** Creates a tagger that recognizes concepts by the labels of the thesaurus. */
export function thesaurusTagger(thesaurus = new Thesaurus()): ConceptTagger {
  const remembered = new Map<string, ReturnType<ConceptTagger['tag']>>();
  return {
    tag(text, language) {
      const key = `${language} ${text}`;
      const known = remembered.get(key);
      if (known) return known;
      const head = wordsOf(headOfTitle(text));
      const found = {
        named: longest(matchesIn(thesaurus, wordsOf(text), language)).map(({ concept }) => concept.id),
        whole: matchesIn(thesaurus, head, language)
          .filter(({ start, end }) => start === 0 && end === head.length)
          .map(({ concept }) => concept.id),
      };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, found);
      return found;
    },
    get version() {
      return crc32(JSON.stringify(thesaurus.labels())).toString(36);
    },
  };
}

function matchesIn(thesaurus: Thesaurus, words: readonly string[], language: string): ConceptMatch[] {
  return thesaurus
    .conceptsIn(words, language)
    .filter(({ viaLanguage, start, end }) => viaLanguage === language && !isAmbiguousName(words.slice(start, end)));
}

function wordsOf(text: string): string[] {
  return tokenise(text, '')
    .map(({ word }) => stripAccents(word))
    .filter((word) => !IGNORED.test(word));
}

/** Returns the longest of overlapping matches: a nurse manager is not a nurse, unless the thesaurus says so. */
function longest(matches: readonly ConceptMatch[]): ConceptMatch[] {
  const chosen: ConceptMatch[] = [];
  for (const match of matches) {
    const isWithin = chosen.some(({ start, end }) => start < match.end && match.start < end);
    const isSame = chosen.some(({ start, end }) => start === match.start && end === match.end);
    if (!isWithin || isSame) chosen.push(match);
  }
  return chosen;
}
