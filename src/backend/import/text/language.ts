// Words that are frequent in one language and rare or absent in the other two.
const WORDS = {
  en: 'the and of to with for you your our we are will this that have be is as an from who their or by it on at working work skills',
  de: 'und der die das den dem mit für von zu im ist sie wir ein eine einer eines auf bei nicht oder auch sich werden unsere unser ihre ihr als zur zum sowie haben',
  fr: 'le la les des du et en une un pour avec dans vous nous votre notre est sur aux au que qui par ou sont ce cette vos nos être poste ainsi',
} as const;

export type KnownLanguage = keyof typeof WORDS;

const LANGUAGES: readonly (readonly [KnownLanguage, ReadonlySet<string>])[] = (['en', 'de', 'fr'] as const).map(
  (language) => [language, new Set(WORDS[language].split(' '))] as const,
);
const LONGEST_SAMPLE = 4000;
const FEWEST_HITS = 3;

/** @returns undefined when the text is too short, or in none of these languages. */
export function detectLanguage(text: string): KnownLanguage | undefined {
  const words =
    text
      .slice(0, LONGEST_SAMPLE)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  }));
  counts.sort((a, b) => b.count - a.count);
  const [best, second] = counts;
  if (!best || best.count < FEWEST_HITS || best.count < 1.5 * (second?.count ?? 0)) return undefined;
  return best.count / words.length >= 0.06 ? best.language : undefined;
}

/** `en-CA`, `English`, `fr_FR` → a language of ours. */
export function languageOf(text: string | undefined): KnownLanguage | undefined {
  const code = (text ?? '').trim().toLowerCase();
  if (/^(?:en|eng|english|anglais|englisch)(?:[-_]|$)/.test(code)) return 'en';
  if (/^(?:de|deu|ger|german|deutsch|allemand)(?:[-_]|$)/.test(code)) return 'de';
  if (/^(?:fr|fra|fre|french|français|francais|französisch)(?:[-_]|$)/.test(code)) return 'fr';
  return undefined;
}
