// The judged queries of docs/relevance.md, from the files in this folder, and the decision which of them are held out.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Languages of the queries. */
export const LANGUAGES = ['en', 'de', 'fr'];
/** Parts of the set: people who change the search only look at the first one. */
export const SPLITS = ['tune', 'held-out'];

const PARTS = 3;
const LOCALES = {
  'charity-ca': { en: 'en-CA', fr: 'en-CA' },
  uk: { en: 'en-GB' },
  default: { en: 'en', de: 'en', fr: 'en' },
};

/**
 * @typedef {object} JudgedQuery
 * @property {string} text as typed in the field "What"
 * @property {string} [where] as typed in the field "Where"
 * @property {string} need name in needs/ of the grades of concepts
 * @property {string} language of the words
 * @property {string} locale of the page
 * @property {string} site a folder in config/sites
 * @property {string} kind its class: title, occupation, place …
 * @property {'tune' | 'held-out'} split
 * @property {boolean} weak whether it was known to have poor results before anything was changed
 * @property {boolean} [anyLanguage] whether the words mix languages, so that jobs in all of them are equally good
 * @property {string[]} [cities] conditions; grade.mjs defines them
 * @property {string[]} [countries]
 * @property {string[]} [employmentTypes]
 * @property {string[]} [remote]
 * @property {string[]} [causes]
 * @property {string[]} [languages]
 * @property {string[]} [experience]
 * @property {{ atLeast: number, currency: string }} [pay]
 * @property {boolean} [paid]
 * @property {number} [maxDays]
 */

/**
 * Decides by the text alone, to avoid selection by hand: a third is held out. Queries known to be weak are never held out.
 *
 * @param {Set<string>} weak lower-case texts of weak queries
 * @returns {'tune' | 'held-out'}
 */
export function splitOf(text, weak = new Set()) {
  const name = text.trim().toLowerCase();
  if (weak.has(name)) return 'tune';
  return createHash('sha256').update(name).digest().readUInt32BE(0) % PARTS === 0 ? 'held-out' : 'tune';
}

/** @returns {{ queries: JudgedQuery[], needs: Record<string, Record<string, number>>, groups: Map<string, string> }} */
export function readQuerySet() {
  const listed = readJson('weak-queries.json');
  const weak = new Set(listed.map(([site, text]) => `${site} ${text}`));
  const weakTexts = new Set(listed.map(([, text]) => text.toLowerCase()));
  const regions = readJson('regions.json');
  const queries = LANGUAGES.flatMap((language) =>
    readdirSync(join(import.meta.dirname, 'queries'))
      .filter((file) => file.startsWith(`${language}-`))
      .sort()
      .flatMap((file) => queriesOf(readJson(join('queries', file)), language)),
  );
  return {
    queries: queries.map((query) => ({
      ...query,
      cities: query.cities?.flatMap((city) => (city.startsWith('@') ? regions[city.slice(1)] : [city])),
      weak: weak.has(`${query.site} ${query.text}`),
      split: splitOf(query.text, weakTexts),
    })),
    needs: readNeeds(),
    groups: readGroups(),
  };
}

function queriesOf(kinds, language) {
  return Object.entries(kinds).flatMap(([kind, sites]) =>
    Object.entries(sites).flatMap(([site, queries]) =>
      queries.map((query) => ({
        ...query,
        kind,
        site,
        language,
        locale: localeOf(site, language),
      })),
    ),
  );
}

/** Locale of the page on which the query is typed: the site's first one if it has none in the language. */
function localeOf(site, language) {
  return LOCALES[site]?.[language] ?? language;
}

/** @returns by need: grades of concepts, of groups as `@group` and of everything as `*` */
function readNeeds() {
  const needs = {};
  for (const file of readdirSync(join(import.meta.dirname, 'needs')))
    for (const [need, byGrade] of Object.entries(readJson(join('needs', file))))
      needs[need] = Object.fromEntries(
        Object.entries(byGrade).flatMap(([grade, concepts]) => concepts.map((concept) => [concept, Number(grade)])),
      );
  return needs;
}

/** @returns {Map<string, string>} the group of each concept */
function readGroups() {
  const groups = Object.entries(readJson('concepts.json'));
  return new Map(groups.flatMap(([group, concepts]) => concepts.map((concept) => [concept, group])));
}

/** @returns the content of a file in this folder */
export function readJson(file) {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
}
