import { vocabularies, type VocabularyId } from '../../../../reference/taxonomy/vocabularies.js';
import { item, type Line, type ProposedItem, value } from './proposals.js';
import { listItems, folded } from './sections.js';

/** Terms of vocabularies, found by their names in any language. */
export interface KnownTerms {
  languages: TermWords;
  skills: TermWords;
  fieldsOfStudy: TermWords;
}

/** @param terms with their labels in every language */
export class TermWords {
  private readonly bySpelling = new Map<string, string>();
  private readonly longest: number;

  constructor(terms: readonly { slug: string; labels: readonly string[] }[]) {
    for (const { slug, labels } of terms)
      for (const label of labels) {
        // `Nursing & health sciences` is also found by each of its parts.
        for (const spelling of [label, ...label.split(/ & | und | et | and /)])
          if (!this.bySpelling.has(folded(spelling)) && folded(spelling).length > 2)
            this.bySpelling.set(folded(spelling), slug);
      }
    this.longest = Math.max(1, ...[...this.bySpelling.keys()].map((spelling) => spelling.split(' ').length));
  }

  /** @returns the slug of the term that equals the text; undefined if there is none */
  exactly(text: string): string | undefined {
    return this.bySpelling.get(folded(text).replace(/[.:]$/, ''));
  }

  /** The same for the first term within a text; longer spellings take precedence. */
  within(text: string): string | undefined {
    return this.first(text)?.slug;
  }

  /** @returns the slug, and the number of words before it */
  first(text: string): { slug: string; at: number } | undefined {
    const words = folded(text.slice(0, 300))
      .split(/[^\p{L}\p{N}&'-]+/u)
      .filter((word) => word !== '');
    for (let at = 0; at < words.length; at += 1)
      for (let length = Math.min(this.longest, words.length - at); length > 0; length -= 1) {
        const slug = this.bySpelling.get(words.slice(at, at + length).join(' '));
        if (slug !== undefined) return { slug, at };
      }
    return undefined;
  }
}

const wordsOf = (id: VocabularyId): TermWords =>
  new TermWords(vocabularies[id].map(({ slug, label }) => ({ slug, labels: Object.values(label) })));

/** Vocabularies of the product that occur in resumes, in all languages. */
export const KNOWN_TERMS: KnownTerms = {
  languages: wordsOf('language'),
  skills: wordsOf('skill'),
  fieldsOfStudy: wordsOf('field_of_study'),
};

/** Slugs of `language_level`, with folded names of each level; the first match counts. */
const LEVELS: readonly (readonly [slug: string, words: RegExp])[] = [
  [
    'level-native',
    /\b(?:native|mother tongue|first language|muttersprach\p{L}*|erstsprache|langue maternelle|maternelle|bilingu\p{L}*|zweisprachig)\b/u,
  ],
  [
    'level-fluent',
    /\b(?:c[12]|fluent(?:ly)?|advanced|proficient|full professional|professional(?: working)? proficiency|verhandlungssicher\p{L}*|fliessend\p{L}*|sehr gut\p{L}*|couramment|courant\p{L}*|avance|tres bon\p{L}*|business fluent)\b/u,
  ],
  [
    'level-good',
    /\b(?:b[12]|good|intermediate|conversational|working(?: knowledge)?|limited working|gut\p{L}*|konversationssicher|mittelstufe|fortgeschritten\p{L}*|erweitert\p{L}*|intermediaire|bon(?:ne|nes|s)?|moyen|independent)\b/u,
  ],
  [
    'level-basic',
    /\b(?:a[12]|basic|beginner|elementary|grundkenntnisse|grundlagen|anfanger|notions|debutant|elementaire|scolaire|schulkenntnisse|bases|faux debutant)\b/u,
  ],
];
const MAX_COUNT = 20;
const MAX_LENGTH = 120;

/** @returns the slug of a level; undefined if the text names none */
export function levelOf(text: string): string | undefined {
  const plain = folded(text.slice(0, MAX_LENGTH));
  return LEVELS.find(([, words]) => words.test(plain))?.[0];
}

/** @param terms an item is a language if it is one of these terms, or has a level */
export function readLanguages(lines: readonly Line[], { languages }: Pick<KnownTerms, 'languages'>): ProposedItem[] {
  const seen = new Set<string>();
  return joined(lines)
    .flatMap((line) => {
      if (line.text.length > MAX_LENGTH) return [];
      const name = nameOf(line.text, languages);
      const level = levelOf(line.text);
      if (name === undefined || seen.has(folded(name))) return [];
      seen.add(folded(name));
      return item('languages', [...value('language', name, line), ...value('level', level ?? '', line)]);
    })
    .slice(0, MAX_COUNT);
}

/** Items of a list; a level on its own belongs to the preceding language. */
function joined(lines: readonly Line[]): Line[] {
  const items: Line[] = [];
  for (const line of lines)
    for (const text of listItems(line.text)) {
      const last = items.at(-1);
      const isLevel = levelOf(text) !== undefined && nameBefore(text) === '';
      if (isLevel && last?.number === line.number && levelOf(last.text) === undefined) last.text += ` ${text}`;
      else items.push({ number: line.number, text });
    }
  return items;
}

function nameOf(text: string, languages: KnownTerms['languages']): string | undefined {
  const known = languages.first(text);
  const name = nameBefore(text);
  if (known) return known.at === 0 && name !== '' && languages.exactly(name) ? name : wordAt(text, known.at);
  const isNamed = /^\p{Lu}[\p{L}-]{2,20}(?: \p{L}[\p{L}-]{2,20})?$/u.test(name);
  return isNamed && levelOf(text) !== undefined ? name : undefined;
}

/** Text before a level, a bracket or a colon. */
function nameBefore(text: string): string {
  const plain = text.split(/[:(–—]|\s-\s/)[0]!.trim();
  const words = plain.split(/\s+/).slice(0, 6);
  const level = words.findIndex((word) => levelOf(word) !== undefined);
  return (level >= 0 ? words.slice(0, level) : words).join(' ');
}

function wordAt(text: string, at: number): string | undefined {
  return text.split(/[^\p{L}\p{N}&'-]+/u).filter((word) => word !== '')[at];
}
