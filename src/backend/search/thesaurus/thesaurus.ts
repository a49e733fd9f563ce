import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';
import { stemInflection } from '../analysis/inflection.js';
import { tokenise, foldWord, stripAccents } from '../analysis/tokens.js';
import {
  type ConceptTagger,
  foldPhrase,
  type NamedRun,
  type Synonyms,
  siteSynonyms,
  type SiteSynonyms,
} from '../analysis/synonyms.js';
import { headOfTitle } from '../analysis/title-forms.js';

// Maximum number of synonyms per match, as users do not read longer lists.
const MAX_NAMES = 24;

/** Maximum number of cached results: many searches recur. */
const MAX_REMEMBERED_SYNONYMS = 2000;

/** Maximum number of cached results: many titles and names of terms recur. */
const MAX_REMEMBERED_TEXTS = 20_000;

/** Separated feminine endings and gender suffixes: `Erzieher*in (m/w/d)`. */
const IGNORED = /^(?:.|in|innen)$/u;

/** Languages of the thesaurus. */
export const THESAURUS_LANGUAGES = ['en', 'de', 'fr'] as const;

type ThesaurusLanguage = (typeof THESAURUS_LANGUAGES)[number];

type ConceptKind = 'occupation' | 'skill' | 'cause' | 'qualification';

/**
 * A concept that people search for, with its labels. In each language, all labels are synonyms in a search; the first is the preferred
 * label.
 */
export interface Concept extends Readonly<Record<ThesaurusLanguage, readonly string[]>> {
  id: string;
  kind: ConceptKind;
  /** Code, or prefix of a code, in the International Standard Classification of Occupations, ISCO-08, if it is certain. */
  isco?: string;
  /** Ids of concepts that include this one: a search for a nurse also finds a school nurse. */
  broader?: readonly string[];
}

/** A concept whose label was found in a text. */
export interface ConceptMatch {
  concept: Concept;
  /** Index of the first word of the label. */
  start: number;
  /** Index after its last word. */
  end: number;
  /** The label in the spelling of the thesaurus. */
  label: string;
  /** The language of the label. */
  viaLanguage: ThesaurusLanguage;
}

/** A label of a concept, and its words as `Synonyms.find` expects them. */
interface ConceptName {
  label: string;
  folded: string;
}

/** The concept of a label and the label's index among the concept's labels. */
interface LabelPlace {
  concept: Concept;
  place: number;
}

/** The labels of one language, by their words in the form for comparison. */
interface LabelIndex {
  /** A single entry if the label belongs to only one concept, as most do. */
  byWords: Map<string, LabelPlace | LabelPlace[]>;
  /** Number of words of the longest label. */
  longest: number;
}

const NONE: readonly string[] = [];

/** Words without special characters, which are most words of labels and need no tokenization. */
const PLAIN_WORD = /^[A-Za-z0-9]{1,60}$/;

const FOLDER = fileURLToPath(new URL('concepts', import.meta.url));
/** Two-letter names that are unambiguous. Others may also mean something else: ED in a title may be education. */
const UNAMBIGUOUS = new Set(['hr', 'pr', 'qa', 'ux', 'ui', 'rn', 'vp', 'rh']);
const MIN_LENGTH = 3;

/**
 * Names of occupations, skills, causes and qualifications in several languages (docs/decisions/0105). They are read on first use.
 */
export class Thesaurus {
  private loaded?: { concepts: Map<string, Concept>; narrower: Map<string, readonly string[]> };
  private readonly indexes = new Map<ThesaurusLanguage, LabelIndex>();
  /** Names by language and concepts, of which the thesaurus has a limited number: many different words name the same concepts. */
  private readonly names = new Map<string, readonly ConceptName[]>();
  /** Result of the last lookup: the same words are looked up several times in a row, once for each language of documents. */
  private last?: { text: string; matches: ReadonlyMap<ThesaurusLanguage, ConceptMatch[]> };

  /** @param read returns the concepts */
  constructor(private readonly read: () => readonly Concept[] = readConcepts) {}

  /**
   * Finds the concepts named in a text.
   *
   * @param words words of the text in order; case, accents and inflection are ignored; an empty word matches no label
   * @param language probable language of the words: its labels take precedence over those of other languages
   * @returns matches sorted by length, longest first, then by language, then from left to right; they may overlap, and a label may belong
   *   to several concepts
   */
  conceptsIn(words: readonly string[], language: string): ConceptMatch[] {
    const base = language.toLowerCase().split(/[-_]/, 1)[0];
    const languages = [...THESAURUS_LANGUAGES].sort((a, b) => Number(b === base) - Number(a === base));
    const text = words.join(' ');
    if (this.last?.text !== text)
      this.last = { text, matches: new Map(languages.map((each) => [each, this.matchesIn(words, each)])) };
    const { matches } = this.last;
    const found = languages.flatMap((each) => matches.get(each)!);
    // The sort is stable: matches of the same length keep their order.
    return found.sort((a, b) => b.end - b.start - (a.end - a.start));
  }

  /** @returns the labels of a concept in a language, the preferred one first; empty for an unknown concept or language */
  labelsOf(conceptId: string, language: string): readonly string[] {
    const concept = this.concept(conceptId);
    const base = language.toLowerCase().split(/[-_]/, 1)[0];
    const known = THESAURUS_LANGUAGES.find((each) => each === base);
    return concept && known ? concept[known] : NONE;
  }

  /**
   * @returns unambiguous labels of concepts, followed by those of the concepts that they include, in a language; of labels with the same
   *   words, the last
   */
  namesOf(conceptIds: readonly string[], language: string): readonly ConceptName[] {
    const key = `${language} ${conceptIds.join(' ')}`;
    const known = this.names.get(key);
    if (known) return known;
    const narrower = conceptIds.flatMap((id) => this.narrowerOf(id));
    const labels = [...conceptIds, ...narrower].flatMap((id) => this.labelsOf(id, language));
    const names = [...new Map(labels.map((label) => [foldPhrase(label), label]))]
      .map(([folded, label]) => ({ folded, label }))
      .filter(({ folded }) => !isAmbiguousName(folded.split(' ')));
    this.names.set(key, names);
    return names;
  }

  /** @returns ids of all concepts that a concept includes, nearest first, without itself */
  narrowerOf(conceptId: string): readonly string[] {
    const { narrower } = this.load();
    const found = new Set<string>();
    const queue = [...(narrower.get(conceptId) ?? NONE)];
    for (const id of queue) {
      if (found.has(id) || id === conceptId) continue;
      found.add(id);
      queue.push(...(narrower.get(id) ?? NONE));
    }
    return [...found];
  }

  /** @returns all labels of all languages */
  labels(): string[] {
    return [...this.load().concepts.values()].flatMap((concept) =>
      THESAURUS_LANGUAGES.flatMap((each) => concept[each]),
    );
  }

  /** @returns the concept with this id, if there is one */
  concept(id: string): Concept | undefined {
    return this.load().concepts.get(id);
  }

  private matchesIn(words: readonly string[], language: ThesaurusLanguage): ConceptMatch[] {
    const { byWords, longest } = this.index(language);
    // A typed `social-worker` matches two words of a label.
    const parts = words.flatMap((word, at) => {
      const forms = labelWords(word, language);
      return (forms.length > 0 ? forms : ['']).map((form) => ({ form, at }));
    });
    const found: ConceptMatch[] = [];
    for (let first = 0; first < parts.length; first++) {
      let key = '';
      for (let last = first; last < Math.min(first + longest, parts.length) && parts[last]!.form !== ''; last++) {
        key = last === first ? parts[last]!.form : `${key} ${parts[last]!.form}`;
        for (const { concept, place } of [byWords.get(key) ?? []].flat()) {
          const [start, end] = [parts[first]!.at, parts[last]!.at + 1];
          found.push({ concept, start, end, label: concept[language][place]!, viaLanguage: language });
        }
      }
    }
    return found;
  }

  private index(language: ThesaurusLanguage): LabelIndex {
    const known = this.indexes.get(language);
    if (known) return known;
    const index: LabelIndex = { byWords: new Map(), longest: 0 };
    // Most words occur in several labels, and analysing words takes most of the time.
    const forms = new Map<string, string>();
    for (const concept of this.load().concepts.values()) {
      for (const [place, label] of concept[language].entries()) {
        const words = label.split(' ').map((part) => {
          const form = forms.get(part) ?? labelWords(part, language).join(' ');
          forms.set(part, form);
          return form;
        });
        addLabel(index, words.filter((word) => word !== '').join(' '), { concept, place });
      }
    }
    this.indexes.set(language, index);
    return index;
  }

  private load(): NonNullable<Thesaurus['loaded']> {
    if (this.loaded) return this.loaded;
    const concepts = new Map<string, Concept>();
    const narrower = new Map<string, string[]>();
    for (const concept of this.read()) {
      concepts.set(concept.id, concept);
      for (const broader of concept.broader ?? [])
        narrower.set(broader, [...(narrower.get(broader) ?? []), concept.id]);
    }
    this.loaded = { concepts, narrower };
    return this.loaded;
  }
}

function addLabel(index: LabelIndex, key: string, label: LabelPlace): void {
  const known = index.byWords.get(key);
  const others = known === undefined ? [] : [known].flat();
  // Labels that differ only in inflection are treated as one.
  if (others.some(({ concept }) => concept === label.concept)) return;
  index.byWords.set(key, known === undefined ? label : [...others, label]);
  index.longest = Math.max(index.longest, key.split(' ').length);
}

/**
 * Returns the words of a label or a typed text in a form for comparison: without case, accents, punctuation and inflection, so that
 * plurals and regular feminine forms need no separate labels (`nurses`, `Lehrerinnen`, `infirmière`).
 *
 * @returns the words in order; none of them is empty
 */
export function labelWords(text: string, language: string): string[] {
  if (PLAIN_WORD.test(text)) return [stemInflection(language, text.toLowerCase())];
  // Without a language, because English tokenization would distinguish `IT` from `it`, and split labels at possessive endings.
  return tokenise(text, '').map(({ surface }) => stemInflection(language, foldWord(surface, language)));
}

/**
 * Reads the concepts maintained in `concepts/<field>.json`. The files are not validated here, because the tests do that.
 *
 * @returns concepts in the order of the files and of their positions in them
 */
export function readConcepts(folder = FOLDER): Concept[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Concept[]);
}

/** @param words the folded words of a name */
export function isAmbiguousName(words: readonly string[]): boolean {
  const [word = ''] = words;
  return words.length === 1 && word.length < MIN_LENGTH && !UNAMBIGUOUS.has(word);
}

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
      if (remembered.size >= MAX_REMEMBERED_TEXTS) remembered.clear();
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

/** Returns synonyms from the sites' own lists and, for words that are not in these, from the thesaurus. */
export function thesaurusSynonyms(ofSites: SiteSynonyms, thesaurus = new Thesaurus()): Synonyms {
  const own = siteSynonyms(ofSites);
  const remembered = new Map<string, readonly NamedRun[]>();
  return {
    find(words, language, site) {
      const key = `${site} ${language} ${words.join(' ')}`;
      const known = remembered.get(key);
      if (known) return known;
      const found = withoutOverlaps([
        ...own.find(words, language, site),
        ...runsInThesaurus(thesaurus, words, language),
      ]).filter(({ labels, concepts = [] }) => labels.length > 0 || concepts.length > 0);
      if (remembered.size >= MAX_REMEMBERED_SYNONYMS) remembered.clear();
      remembered.set(key, found);
      return found;
    },
    names: () => [...own.names(), ...thesaurus.labels()],
  };
}

/** Returns runs of words that name concepts, longest first. */
function runsInThesaurus(thesaurus: Thesaurus, words: readonly string[], language: string): NamedRun[] {
  const runs = new Map<string, { start: number; end: number; language: string; concepts: string[] }>();
  for (const { concept, start, end, viaLanguage } of thesaurus.conceptsIn(words, language)) {
    const key = `${start} ${end}`;
    const run = runs.get(key) ?? { start, end, language: viaLanguage, concepts: [] };
    runs.set(key, run);
    // A word is matched in only one language: a personal trainer is unrelated to German `Personal` (human resources).
    if (run.language === viaLanguage) run.concepts.push(concept.id);
  }
  return [...runs.values()]
    .filter((run) => run.language === language || coversAll(words, run))
    .map(({ start, end, concepts }) => ({
      start,
      end,
      labels: namesOf(thesaurus, concepts, language, words.slice(start, end).join(' ')),
      concepts: [...new Set([...concepts, ...concepts.flatMap((id) => thesaurus.narrowerOf(id))])],
    }));
}

/** Whether a run covers all typed words. Otherwise, a match in another language than the rest is more likely a coincidence. */
function coversAll(words: readonly string[], { start, end }: { start: number; end: number }): boolean {
  return words.every((word, at) => word === '' || (start <= at && at < end));
}

/** Returns the names of concepts, followed by those of narrower ones, except the typed words. */
function namesOf(thesaurus: Thesaurus, concepts: readonly string[], language: string, typed: string): string[] {
  return thesaurus
    .namesOf(concepts, language)
    .filter(({ folded }) => folded !== typed)
    .slice(0, MAX_NAMES)
    .map(({ label }) => label);
}

/** Keeps the first of overlapping runs. */
function withoutOverlaps(runs: readonly NamedRun[]): NamedRun[] {
  const chosen: NamedRun[] = [];
  for (const run of runs) if (!chosen.some((other) => other.start < run.end && run.start < other.end)) chosen.push(run);
  return chosen;
}
