/**
 * Features of the embedded backend's search besides finding the typed words. Each can be disabled; without any of them, the search uses
 * stems, and ranks matches in the title higher.
 *
 * - `inflection`: stemming removes only plural, case and gender, so that an accountant does not match an account.
 * - `ranking`: exact words, complete titles and subjects of a job influence its rank.
 * - `synonyms`: other names and abbreviations of occupations, skills and causes, in the languages of the documents.
 * - `spelling`: typing errors are corrected to known words, including words that occur only as synonyms.
 * - `relaxation`: words for any job ("jobs", "Stelle") need not match; if nothing matches all words, the search returns jobs with some of
 *   them in their title or subject.
 * - `meaning`: embeddings of jobs are used to rank similar jobs, jobs for a resume, people for a job, and related jobs for searches with
 *   few results.
 * - `understanding`: contract, place, language and kind of job among the typed words are converted to filters, which the page displays.
 */
export const SEARCH_FEATURES = [
  'inflection',
  'ranking',
  'synonyms',
  'spelling',
  'relaxation',
  'understanding',
  'meaning',
] as const;

export type SearchFeature = (typeof SEARCH_FEATURES)[number];

/** @returns undefined if a name is not a feature */
export function parseSearchFeatures(text: string): SearchFeature[] | undefined {
  if (text === 'all') return [...SEARCH_FEATURES];
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  const known = SEARCH_FEATURES.filter((feature) => names.includes(feature));
  return known.length === names.length ? known : undefined;
}
