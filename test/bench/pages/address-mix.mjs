// Addresses of /jobs as visitors request them, made from the data (`facts`, see made-jobs/collect-facts.mjs): words by their frequency in
// adverts, facet values by their number of jobs, places of jobs. The same seed gives the same addresses.
import { SeededRandom } from '../random.mjs';

// Share of each kind in the mix.
const KINDS = [
  ['list', 10],
  ['facet', 16],
  ['two facets', 14],
  ['word', 20],
  ['two words', 10],
  ['place', 10],
  ['word and facet', 10],
  ['place and facet', 5],
  ['word and place', 5],
];
const RADII = [25, 25, 25, 50, 100];
const MAX_PAGES = 1000;
const JOBS_A_PAGE = 10;
// Most people only see the first page of a search.
const LATER_PAGE = 0.3;

/**
 * @param count number of different addresses
 * @returns [{ kind, path }], with the kinds mixed
 */
export function addressMix(facts, count, seed = 1) {
  const random = new SeededRandom(seed);
  const seen = new Set();
  const mix = [];
  for (let attempts = 0; mix.length < count; attempts++) {
    if (attempts > 40 * count) throw new Error(`the data give only ${mix.length} addresses, not ${count}`);
    const kind = random.weighted(KINDS);
    const path = addressOf(kind, facts, random);
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    mix.push({ kind, path });
  }
  return random.shuffled(mix);
}

function addressOf(kind, facts, random) {
  if (kind === 'list') {
    const page = random.integer(1, Math.min(MAX_PAGES, Math.floor(facts.jobs / JOBS_A_PAGE)));
    return page === 1 ? '/jobs' : `/jobs?page=${page}`;
  }
  const job = random.pick(facts.sample);
  const query = [];
  if (kind.includes('word')) {
    const words = wordsFrom(job, kind === 'two words' ? 2 : 1, random);
    if (words.length === 0) return undefined;
    query.push(['search', words.join(' ')]);
  }
  if (kind.includes('place')) {
    if (!job.place) return undefined;
    query.push(...placeOf(job.place, random));
  }
  const values = kind.includes('facet') ? valuesFrom(job, facts, kind === 'two facets' ? 2 : 1, random) : [];
  if (kind.includes('facet') && values.length === 0) return undefined;
  // Links lead to clean paths; the form without scripts uses a query string.
  const clean = values.length > 0 && random.next() < 0.5;
  const path = clean ? `/jobs/${values.map(({ slug }) => slug).join('/')}` : '/jobs';
  if (!clean) query.push(...values.map(({ facet, tid }) => [facet, tid]));
  if (random.next() < LATER_PAGE)
    query.push(['page', random.integer(2, kind === 'facet' || kind === 'two facets' ? 20 : 3)]);
  return path + (query.length > 0 ? `?${new URLSearchParams(query)}` : '');
}

/** Words of one job, so that something is found; words of its title are twice as likely. */
function wordsFrom(job, count, random) {
  const words = new Set();
  for (let attempt = 0; attempt < 4 * count && words.size < count; attempt++) {
    const source = random.next() < 2 / 3 ? job.title : job.text;
    if (source.length > 0) words.add(random.pick(source));
  }
  return words.size === count ? [...words] : [];
}

/** A place as typed text, or as chosen from the suggestions. */
function placeOf(place, random) {
  const radius = random.pick(RADII);
  if (random.next() < 0.5) return [...typed(place), ['radius', radius]];
  const area = place.area ? [['administrative_area_level_1', place.area]] : [];
  return [...typed(place), ...area, ['lat', place.lat], ['lon', place.lon], ['radius', radius]];
}

function typed({ name, country }) {
  return [
    ['geo_location', name],
    ['country', country],
  ];
}

/** Values of a second facet of the same jobs, or a second value of the same facet. */
function valuesFrom(job, facts, count, random) {
  const own = random.shuffled(
    Object.entries(job.values).flatMap(([facet, tids]) =>
      tids.map((tid) => facts.values.find((value) => value.facet === facet && value.tid === tid)),
    ),
  );
  if (count === 1 || random.next() < 0.7) return own.slice(0, count);
  const others = facts.values.filter(({ facet, tid }) => facet === own[0]?.facet && tid !== own[0].tid);
  return own.length === 0 || others.length === 0
    ? []
    : [own[0], random.weighted(others.map((value) => [value, value.n]))];
}
