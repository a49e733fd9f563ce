import { foldPhrase, type NamedRun, type Synonyms } from './synonyms.js';

/** Groups of synonymous words and phrases by site, from its configuration. */
export type SiteSynonyms = Readonly<Record<string, readonly (readonly string[])[]>>;

const MAX_PHRASE_LENGTH = 5;

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
