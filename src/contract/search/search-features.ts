/**
 * What the embedded backend's search does beyond finding the words that were typed. Each can be left out; without any of them, answers
 * are those of a search for stems, ordered by words in the title.
 *
 * - `inflection`: stems are free of plural, case and gender only, so that an accountant is not an account.
 * - `ranking`: exact words, whole titles and subjects of a job count for its place.
 * - `synonyms`: other names and abbreviations of occupations, skills and causes, in the languages of the documents.
 * - `spelling`: typing errors are corrected among other words, and in words that only synonyms have.
 * - `relaxation`: words for any job ("jobs", "Stelle") need not be found; where nothing has all words, jobs are found that have some of
 *   them in their title or subject.
 * - `meaning`: vectors of what jobs are about rank similar jobs, jobs for a resume and people for a job, and jobs related to a search
 *   that finds few.
 * - `understanding`: contract, place, language and kind of job that are typed among the words are read as filters, and named.
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

/** @returns undefined where a name is none of a feature */
export function parseSearchFeatures(text: string): SearchFeature[] | undefined {
  if (text === 'all') return [...SEARCH_FEATURES];
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim());
  const known = SEARCH_FEATURES.filter((feature) => names.includes(feature));
  return known.length === names.length ? known : undefined;
}
