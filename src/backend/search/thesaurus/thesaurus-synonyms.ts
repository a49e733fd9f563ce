import { foldPhrase, type NamedRun, type Synonyms, siteSynonyms, type SiteSynonyms } from '../analysis/synonyms.js';
import { Thesaurus, isAmbiguousName } from './thesaurus.js';

// Maximum number of synonyms per match, as users do not read longer lists.
const MAX_NAMES = 24;
/** Maximum number of cached results: many searches recur. */
const MAX_REMEMBERED = 2000;

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
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
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
  const narrower = concepts.flatMap((id) => thesaurus.narrowerOf(id));
  const labels = [...concepts, ...narrower].flatMap((id) => thesaurus.labelsOf(id, language));
  return [...new Map(labels.map((label) => [foldPhrase(label), label]))]
    .filter(([folded]) => folded !== typed && !isAmbiguousName(folded.split(' ')))
    .slice(0, MAX_NAMES)
    .map(([, label]) => label);
}

/** Keeps the first of overlapping runs. */
function withoutOverlaps(runs: readonly NamedRun[]): NamedRun[] {
  const chosen: NamedRun[] = [];
  for (const run of runs) if (!chosen.some((other) => other.start < run.end && run.start < other.end)) chosen.push(run);
  return chosen;
}
