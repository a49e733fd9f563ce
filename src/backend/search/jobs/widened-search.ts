import { GEO_RADII } from '#contract/search/job-search.js';
import type { Places } from '../../reference/places/places.port.js';
import type { SearchQuery } from '../port/search.port.js';
import type { CorrectedAnswer, CorrectingSearch } from '../query/correcting-search.js';
import { locate, type ResolvedLocation } from '../query/search-location.js';

/** A search that finds no more goes on farther away, as one is extended that may have been misspelt. */
const FEW = 3;

type Jobs = Pick<CorrectingSearch, 'search' | 'searchExactly'>;

/** What a search is about beside what it asks for. */
interface Around {
  whereabouts: ResolvedLocation | undefined;
  /** That the country is named in. */
  language: string;
  /** Whether somebody wants another order than the usual one; then the near ones stay where it puts them. */
  isOrderChosen: boolean;
}

/** An answer and the place that it is about. */
interface LocatedAnswer {
  answer: CorrectedAnswer;
  whereabouts: ResolvedLocation | undefined;
}

/**
 * Searches around a place that was read from words. Nobody has chosen a radius for it, so where few jobs are found the next wider one is tried that
 * pages offer, and in the end the country. The few that are near stay in front of jobs that suit as well.
 *
 * @returns the first answer with enough jobs, else the first that has all of the words, else the first that found anything
 */
export async function searchFartherAway(
  { jobs, places }: { jobs: Jobs; places: Places },
  query: SearchQuery,
  { whereabouts, language, isOrderChosen }: Around,
): Promise<LocatedAnswer> {
  const near: LocatedAnswer = { answer: await jobs.search(query), whereabouts };
  if (whereabouts?.area.kind !== 'radius' || (await isEnough(jobs, near.answer))) return near;
  const tried = [near];
  for await (const farther of widerPlaces(places, whereabouts, language)) {
    const wider = { ...query, area: farther.area };
    const answer = isOrderChosen ? await jobs.search(wider) : await searchNearFirst(jobs, query, wider);
    const found = { answer, whereabouts: farther };
    if (await isEnough(jobs, answer)) return found;
    tried.push(found);
  }
  return (
    tried.find(({ answer }) => answer.total > FEW && !answer.relaxed) ??
    tried.find(({ answer }) => answer.total > 0 && !answer.relaxed) ??
    tried.find(({ answer }) => answer.total > 0) ??
    near
  );
}

/**
 * What is found in a wider area, with what the query finds in its own in front. Where that is more than a few, most of it only mentions the words, and
 * stays behind.
 */
async function searchNearFirst(jobs: Jobs, query: SearchQuery, wider: SearchQuery): Promise<CorrectedAnswer> {
  const answer = await jobs.search(wider);
  const found: CorrectedAnswer = await jobs.search({ ...query, offset: 0, limit: FEW, facets: [] });
  const near = found.total > FEW ? await jobs.searchExactly({ ...ofSubject(found.query), limit: FEW }) : found;
  if (answer.relaxed || found.relaxed || near.total === 0) return answer;
  const end = query.offset + query.limit;
  const all = await jobs.search({ ...wider, offset: 0, limit: end, facets: [] });
  const ids = [...near.ids, ...all.ids.filter((id) => !near.ids.includes(id))];
  return { ...answer, ids: ids.slice(query.offset, end) };
}

/** @returns whether enough was found that is about the words, and does not only mention them somewhere in its text */
async function isEnough(jobs: Jobs, { total, relaxed, query }: CorrectedAnswer): Promise<boolean> {
  if (total <= FEW || relaxed) return false;
  return (await jobs.searchExactly(ofSubject(query))).total > FEW;
}

/** Counts what has the words in its title, its subject or the name of its organization. */
function ofSubject(query: SearchQuery): SearchQuery {
  const { keywords } = query;
  const counted: SearchQuery = { ...query, offset: 0, limit: 0, facets: [] };
  if (!keywords?.fields.includes('everything')) return counted;
  return { ...counted, keywords: { ...keywords, fields: ['title', 'subject', 'organization'] } };
}

async function* widerPlaces(
  places: Places,
  { area, location }: ResolvedLocation,
  language: string,
): AsyncGenerator<ResolvedLocation> {
  if (area.kind !== 'radius') return;
  const widened = { name: location.name, radius: area.km };
  for (const km of GEO_RADII) {
    if (km > area.km) yield { area: { ...area, km }, location: { ...location, radius: km, widened } };
  }
  const country = await locate(places, { country: location.country, locationType: 'country' }, language);
  const { alternatives } = location;
  if (country) yield { ...country, location: { ...country.location, alternatives, widened } };
}
