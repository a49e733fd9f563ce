import type { Language } from '../src/backend/reference/taxonomy/vocabularies.js';
import { english } from './content/en/english.js';
import { french } from './content/fr/french.js';
import { german } from './content/de/german.js';
import type { DemoProfile } from './demo-data.js';
import type { LanguagePack } from './language-pack.js';
import { anglophonePlaces } from './places/anglophone.js';
import { canadianPlaces, frenchCanadianPlaces } from './places/canada.js';
import { francophonePlaces } from './places/francophone.js';
import { germanSpeakingPlaces } from './places/german-speaking.js';
import type { Place, PlacesByLanguage } from './places/place.js';

export interface ProfilePlan {
  shares: Readonly<Record<Language, number>>;
  places: PlacesByLanguage;
  /** Defaults to 160 organizations and 2,100 jobs. */
  organizations?: number;
  jobs?: number;
  /** Defaults to 540. */
  resumes?: number;
}

const placesOf = (places: readonly Place[], countries: readonly string[]): readonly Place[] =>
  places.filter(({ country }) => countries.includes(country));

export const packs: Readonly<Record<Language, LanguagePack>> = { en: english, de: german, fr: french };
export const plans: Readonly<Record<DemoProfile, ProfilePlan>> = {
  international: {
    shares: { en: 0.6, de: 0.22, fr: 0.18 },
    places: { en: anglophonePlaces, de: germanSpeakingPlaces, fr: francophonePlaces },
  },
  canada: {
    shares: { en: 0.85, de: 0, fr: 0.15 },
    places: { en: canadianPlaces, de: [], fr: frenchCanadianPlaces },
  },
  britain: {
    shares: { en: 1, de: 0, fr: 0 },
    places: { en: placesOf(anglophonePlaces, ['GB']), de: [], fr: [] },
    organizations: 120,
    jobs: 1200,
    resumes: 280,
  },
  europe: {
    shares: { en: 0.24, de: 0.42, fr: 0.34 },
    places: {
      en: placesOf(anglophonePlaces, ['IE', 'GB']),
      de: germanSpeakingPlaces,
      fr: placesOf(francophonePlaces, ['FR', 'BE', 'CH', 'LU']),
    },
    organizations: 140,
    jobs: 1500,
    resumes: 360,
  },
};

/** Gives exact shares for any count: the next item always gets the language that is furthest behind its share. */
export function languagesInShares(shares: Readonly<Record<Language, number>>, count: number): Language[] {
  const languages = (['en', 'de', 'fr'] as const).filter((language) => shares[language] > 0);
  const given = { en: 0, de: 0, fr: 0 };
  return Array.from({ length: count }, (_, index) => {
    const behind = (language: Language): number => shares[language] * (index + 1) - given[language];
    const next = languages.reduce((best, language) => (behind(language) > behind(best) ? language : best));
    given[next] += 1;
    return next;
  });
}
