// Addresses of /resumes and /organizations, made from the data (see made-jobs/collect-directory-facts.mjs). The same seed gives the
// same list.
import { SeededRandom } from '../random.mjs';

/** Facets by their names in addresses, in the order of their numbers in the data. */
const FACETS = {
  resumes: ['career_status', 'language', 'skill', 'occupation', 'region', 'field_of_study', 'employment_type'],
  organizations: ['occupation', 'industry', 'field_of_study'],
};
// Share of each kind in the mix.
const KINDS = [
  ['list', 20],
  ['facet', 25],
  ['two facets', 20],
  ['word', 15],
  ['place', 10],
  ['word and facet', 10],
];
const PAGE_SIZE = { resumes: 10, organizations: 12 };
const MAX_PAGES = 1000;
const LATER_PAGE = 0.3;

/** @param name `resumes` or `organizations` @returns [{ kind, path }], all different */
export function directoryMix(name, { entries, values, sample }, count, seed = 1) {
  const random = new SeededRandom(seed);
  const seen = new Set();
  const mix = [];
  for (let attempts = 0; mix.length < count && attempts < 40 * count; attempts++) {
    const kind = random.weighted(KINDS);
    const query = queryOf(kind);
    if (!query) continue;
    const path = `/${name}${query.length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
    if (seen.has(path)) continue;
    seen.add(path);
    mix.push({ kind, path });
  }
  return random.shuffled(mix);

  function queryOf(kind) {
    if (kind === 'list') {
      const page = random.integer(1, Math.min(MAX_PAGES, Math.floor(entries / PAGE_SIZE[name])));
      return page === 1 ? [] : [['page', page]];
    }
    const { words, place } = random.pick(sample);
    const query = [];
    if (kind.includes('word')) {
      if (words.length === 0) return undefined;
      query.push(['search', random.pick(words)]);
    }
    if (kind === 'place') {
      if (!place.locality) return undefined;
      query.push(['geo_location', place.locality], ['country', place.country], ['radius', random.pick([25, 50, 100])]);
    }
    if (kind.includes('facet')) {
      for (let left = kind === 'two facets' ? 2 : 1; left > 0; left--) {
        const { facet, value } = random.weighted(values.map((each) => [each, each.n]));
        query.push([FACETS[name][facet], value]);
      }
    }
    if (random.next() < LATER_PAGE) query.push(['page', random.integer(2, 3)]);
    return query;
  }
}
