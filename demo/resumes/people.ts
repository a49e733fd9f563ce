import type { CareerTexts } from '../content/career-texts.js';
import type { Random } from '../random.js';

export interface DemoPerson {
  woman: boolean;
  salutation: string;
  firstName: string;
  lastName: string;
}

export function inventPerson(texts: CareerTexts, random: Random, woman: boolean): DemoPerson {
  return {
    woman,
    salutation: woman ? 'ms' : 'mr',
    firstName: random.pick(woman ? texts.women : texts.men),
    lastName: random.pick(texts.surnames),
  };
}

/** Telephone numbers reserved for fiction, in countries that have such numbers. */
export function phoneIn(country: string, random: Random): string {
  switch (country) {
    case 'GB':
      return `+44 7700 900${random.integer(100, 999)}`;
    case 'DE':
      return `+49 30 23125 ${random.integer(100, 999)}`;
    case 'FR':
      return `+33 6 39 98 ${random.integer(10, 99)} ${random.integer(10, 99)}`;
    case 'CA':
    case 'US':
      return `+1 613 555 01${random.integer(10, 99)}`;
    default:
      return `+999 555 01${random.integer(10, 99)}`;
  }
}

// Languages that immigrants speak natively, and that others have learned.
const FIRST_LANGUAGES: readonly (readonly [slug: string, weight: number])[] = [
  ...([
    ['arabic', 6],
    ['turkish', 5],
    ['ukrainian', 5],
    ['spanish', 5],
    ['polish', 4],
    ['portuguese', 4],
    ['punjabi', 3],
  ] as const),
  ...([
    ['hindi', 3],
    ['urdu', 3],
    ['mandarin', 4],
    ['romanian', 3],
    ['persian', 3],
    ['russian', 3],
    ['italian', 3],
  ] as const),
  ...([
    ['kurdish', 2],
    ['bengali', 2],
    ['vietnamese', 2],
    ['tagalog', 2],
    ['somali', 2],
    ['tigrinya', 2],
    ['cantonese', 2],
  ] as const),
];
const OWN = { en: 'english', de: 'german', fr: 'french' } as const;
const LEARNED: Readonly<Record<string, readonly string[]>> = {
  en: ['french', 'spanish', 'german', 'italian'],
  de: ['english', 'english', 'english', 'french', 'spanish'],
  fr: ['english', 'english', 'spanish', 'german'],
};
const OF_COUNTRY: Readonly<Record<string, readonly string[]>> = {
  CA: ['french', 'english', 'sign-language', 'cree', 'inuktitut'],
  GB: ['welsh', 'sign-language'],
  IE: ['irish', 'sign-language'],
  KE: ['swahili'],
  BE: ['dutch'],
  CH: ['italian', 'german'],
  DE: ['sign-language'],
  AT: ['sign-language'],
  FR: ['sign-language'],
};

/** Returns the languages of a person who writes in `language` and lives in the country: no duplicates, native language first. */
export function inventLanguages(
  language: 'en' | 'de' | 'fr',
  country: string,
  random: Random,
): { slug: string; level?: string }[] {
  const level = (name: string) => (random.chance(0.92) ? { level: `level-${name}` } : {});
  const spoken = new Map<string, { level?: string }>();
  if (random.chance(0.2)) {
    spoken.set(random.weighted(FIRST_LANGUAGES, ([, weight]) => weight)[0], level('native'));
    spoken.set(OWN[language], level('fluent'));
  } else {
    spoken.set(OWN[language], level('native'));
  }
  const add = (slug: string) => {
    if (!spoken.has(slug))
      spoken.set(
        slug,
        level(
          random.weighted(['basic', 'good', 'fluent'] as const, (each) => ({ basic: 3, good: 4, fluent: 3 })[each]),
        ),
      );
  };
  if (random.chance(language === 'en' ? 0.45 : 0.85)) add(random.pick(LEARNED[language]!));
  const local = OF_COUNTRY[country];
  if (local && random.chance(0.3)) add(random.weighted(local, (slug) => (slug === local[0] ? 4 : 1)));
  return [...spoken].map(([slug, rest]) => ({ slug, ...rest }));
}
