// Concepts of the titles of demo jobs. The generator decorates the titles of demo/texts (programmes, genders, volunteering …), so the
// longest of them that a job's title contains is the one from which it was made.
import { LANGUAGES, readJson } from './query-set.mjs';

// Occupations whose texts share the vocabulary's slug "other".
const TEXTS_OF_OTHERS = ['animal-care', 'conservation'];
const COUNTRIES = ['GB', 'IE', 'US', 'CA', 'KE', 'DE', 'AT', 'CH', 'FR', 'BE', 'LU'];
const INTERNSHIP = 'internship';

/** @returns by language and occupation: concepts with their titles in demo/texts */
export function readTitles() {
  return Object.fromEntries(LANGUAGES.map((language) => [language, readJson(`titles/${language}.json`)]));
}

/**
 * @param packs language packs of the demo, which know the spelling of titles in each country
 * @returns {(job: import('../../../demo/demo-data.js').DemoJob) => string | undefined} the concept of a job; undefined if no title matches
 */
export function titleConcepts(packs) {
  const titles = readTitles();
  const spellings = new Map();
  for (const language of LANGUAGES)
    for (const [text, concepts] of Object.entries(titles[language]))
      spellings.set(`${language} ${text}`, spellingsOf(concepts, packs[language]));
  return function conceptOf({ language, title, occupations, employmentTypes }) {
    const texts = occupations.flatMap((slug) => (slug === 'other-occupation' ? TEXTS_OF_OTHERS : [slug]));
    if (employmentTypes.includes(INTERNSHIP)) return `intern-in-${texts[0]}`;
    const known = texts.flatMap((text) => spellings.get(`${language} ${text}`) ?? []);
    const fitting = known.filter(({ spelling }) => containsWords(title, spelling));
    return fitting.reduce((best, each) => (each.spelling.length > best.spelling.length ? each : best), {
      spelling: '',
      concept: undefined,
    }).concept;
  };
}

function spellingsOf(concepts, pack) {
  return Object.entries(concepts).flatMap(([concept, titles]) => {
    // In France, titles are written without the feminine endings.
    const forms = titles.flatMap((title) => [title, title.replace(/·\p{L}+/gu, '')]);
    const spelt = forms.flatMap((form) => COUNTRIES.map((country) => pack.typeset(pack.localize(form, country))));
    return [...new Set([...forms, ...spelt])].map((spelling) => ({ spelling, concept }));
  });
}

function containsWords(title, words) {
  const start = title.indexOf(words);
  if (start < 0) return false;
  const isLetter = (character) => /[\p{L}·]/u.test(character ?? '');
  return !isLetter(title[start - 1]) && !isLetter(title[start + words.length]);
}
