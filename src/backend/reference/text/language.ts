// Words that are frequent in one language and rare or absent in the other two.
const WORDS = {
  en: 'the and of to with for you your our we are will this that have be is as an from who their or by it on at working work skills',
  de: 'und der die das den dem mit für von zu im ist sie wir ein eine einer eines auf bei nicht oder auch sich werden unsere unser ihre ihr als zur zum sowie haben',
  fr: 'le la les des du et en une un pour avec dans vous nous votre notre est sur aux au que qui par ou sont ce cette vos nos être poste ainsi',
} as const;

export type KnownLanguage = keyof typeof WORDS;

const LANGUAGES = ['en', 'de', 'fr'] as const;
const OF_WORD = new Map<string, KnownLanguage[]>();
for (const language of LANGUAGES) {
  for (const word of WORDS[language].split(' ')) OF_WORD.set(word, [...(OF_WORD.get(word) ?? []), language]);
}
const MAX_SAMPLE_LENGTH = 1500;
const MIN_HITS = 3;

/** @returns undefined if the text is too short, or in none of these languages */
export function detectLanguage(text: string): KnownLanguage | undefined {
  const sample = text.slice(0, MAX_SAMPLE_LENGTH).toLowerCase();
  const words = sample.match(/[a-zß-öø-ÿœ]+/g) ?? [];
  const hits = { en: 0, de: 0, fr: 0 };
  for (const word of words) for (const language of OF_WORD.get(word) ?? []) hits[language] += 1;
  const counts = LANGUAGES.map((language) => ({ language, count: hits[language] }));
  counts.sort((a, b) => b.count - a.count);
  const [best, second] = counts;
  if (!best || best.count < MIN_HITS || best.count < 1.5 * (second?.count ?? 0)) return undefined;
  return best.count / words.length >= 0.06 ? best.language : undefined;
}

/** Converts tags and names such as `en-CA`, `English` or `fr_FR` to a supported language. */
export function languageOf(text: string | undefined): KnownLanguage | undefined {
  const code = (text ?? '').trim().toLowerCase();
  if (/^(?:en|eng|english|anglais|englisch)(?:[-_]|$)/.test(code)) return 'en';
  if (/^(?:de|deu|ger|german|deutsch|allemand)(?:[-_]|$)/.test(code)) return 'de';
  if (/^(?:fr|fra|fre|french|français|francais|französisch)(?:[-_]|$)/.test(code)) return 'fr';
  return undefined;
}
