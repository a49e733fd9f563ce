// Documents for the judged queries: every job of the demo data and every advert, with its concepts and the properties to which
// conditions refer.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './query-set.mjs';
import { titleConcepts } from './title-concepts.mjs';

/**
 * @typedef {object} JudgedDocument
 * @property {string} key `demo:job-0001` or `ad:123`
 * @property {string} title
 * @property {string[]} concepts
 * @property {string} language
 * @property {string} [city]
 * @property {string} [country]
 * @property {string[]} employmentTypes
 * @property {string} [remote]
 * @property {string[]} causes
 * @property {string} [experience]
 * @property {{ yearly: number, currency: string }} [pay] maximum yearly pay for full-time work
 * @property {number} publishedAt in milliseconds
 */

/** Sites with the profiles of their demo data. */
export const SITES = { default: 'international', europe: 'europe', uk: 'britain', 'charity-ca': 'canada' };
/** Site into which the adverts are imported. */
export const SITE_OF_ADVERTISEMENTS = 'default';

const ADVERTISEMENTS = 'advertisements';
/** Adverts with too little text, which an import refuses. */
export const WITHOUT_TEXT = 'without-text.json';
const UNITS_IN_A_YEAR = { HOUR: 1800, DAY: 220, WEEK: 52, MONTH: 12, YEAR: 1 };

/**
 * @param demo `generateDemoData` and the language packs of the demo, from the sources or the build
 * @param {Date} now the moment for which the documents are returned
 * @returns {Map<string, JudgedDocument[]>} by site: jobs that are open at that moment
 * @throws if a demo job has a title that is in no file of titles/
 */
export function judgedDocuments({ generateDemoData, packs }, now) {
  const conceptOf = titleConcepts(packs);
  return new Map(
    Object.entries(SITES).map(([site, profile]) => {
      const { jobs } = generateDemoData({ profile, now });
      const open = jobs.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
      const documents = open.map((job) => demoDocument(job, conceptOf(job)));
      return [site, site === SITE_OF_ADVERTISEMENTS ? [...documents, ...advertisements(now)] : documents];
    }),
  );
}

function demoDocument(job, concept) {
  if (concept === undefined)
    throw new Error(`No concept for the title "${job.title}" (${job.language}, ${job.occupations})`);
  const { key, title, language, address, employmentTypes, remote, industries, experience, salary, publishedAt } = job;
  return {
    key: `demo:${key}`,
    title,
    concepts: [concept],
    language,
    city: address?.locality,
    country: address?.countryCode,
    employmentTypes,
    remote,
    causes: industries,
    experience,
    pay: salary && { yearly: salary.max * UNITS_IN_A_YEAR[salary.unit], currency: salary.currency },
    publishedAt: publishedAt.getTime(),
  };
}

/**
 * @param {Date} now time of the import, which is also their date of publication
 * @returns {JudgedDocument[]} the hand-labelled adverts that an import accepts
 */
function advertisements(now) {
  const files = readdirSync(join(import.meta.dirname, ADVERTISEMENTS)).filter((file) => file !== WITHOUT_TEXT);
  return files.flatMap((file) => labelledAdvertisements(file)).map((labels) => advertisement(labels, now));
}

/** @returns the rows of a file of advertisements/, by the names of its columns */
export function labelledAdvertisements(file) {
  const { columns, rows } = readJson(join(ADVERTISEMENTS, file));
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])));
}

function advertisement({ id, concepts, city, country, employmentTypes, remote, experience }, now) {
  return {
    key: `ad:${id}`,
    title: `advertisement ${id}`,
    concepts: words(concepts),
    language: 'en',
    city: city || undefined,
    country: country || undefined,
    employmentTypes: words(employmentTypes),
    remote: remote || undefined,
    causes: [],
    experience: experience || undefined,
    publishedAt: now.getTime(),
  };
}

function words(text) {
  return text.split(' ').filter(Boolean);
}
