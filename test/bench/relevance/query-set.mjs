// The judged queries of docs/relevance.md as they lie beside this file, and which of them are held out.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The languages that queries are written in. */
export const LANGUAGES = ['en', 'de', 'fr'];
/** The parts of the set: whoever changes the search looks at the first only. */
export const SPLITS = ['tune', 'held-out'];

const PARTS = 3;
const LOCALES = {
  'charity-ca': { en: 'en-CA', fr: 'en-CA' },
  uk: { en: 'en-GB' },
  default: { en: 'en', de: 'en', fr: 'en' },
};

/**
 * @typedef {object} JudgedQuery
 * @property {string} text as it is typed in the box "What"
 * @property {string} [where] as it is typed in the box "Where"
 * @property {string} need the grades of concepts, by its name in needs/
 * @property {string} language of the words
 * @property {string} locale of the page
 * @property {string} site a folder in config/sites
 * @property {string} kind its class: title, occupation, place …
 * @property {'tune' | 'held-out'} split
 * @property {boolean} weak one of those that were known to find little before anything was changed
 * @property {boolean} [anyLanguage] the words mix languages, so that a job in any of them is as good
 * @property {string[]} [cities] conditions; grade.mjs says what they ask of a document
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
 * Decides by the text alone, so that nobody picks: a third is held out. What is known to be weak is no secret, and never held out.
 *
 * @param {Set<string>} weak texts of weak queries in small letters
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

/** Of the page on which the query is typed: the site's own where it has none of that language. */
function localeOf(site, language) {
  return LOCALES[site]?.[language] ?? language;
}

/** @returns by need: concepts, groups as `@group` and everything as `*`, with their grades */
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

/** @returns what is in a file beside this one */
export function readJson(file) {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
}
