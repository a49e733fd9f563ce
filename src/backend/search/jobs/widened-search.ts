import { GEO_RADII } from '#contract/search/job-search.js';
import type { Places } from '../../reference/places/places.port.js';
import type { SearchQuery } from '../port/search.port.js';
import type { CorrectedAnswer, CorrectingSearch } from '../query/correcting-search.js';
import { locate, type ResolvedLocation } from '../query/search-location.js';

/** A search with at most this number of hits is widened; the same threshold as for correcting a possible misspelling. */
const FEW = 3;

type Jobs = Pick<CorrectingSearch, 'search' | 'searchExactly'>;

/** Context of a search besides its query. */
interface Around {
  whereabouts: ResolvedLocation | undefined;
  /** Language in which the country is named. */
  language: string;
  /** Whether the user chose a sort order; then nearby jobs are not moved to the front. */
  isOrderChosen: boolean;
}

/** An answer and the place that was searched. */
interface LocatedAnswer {
  answer: CorrectedAnswer;
  whereabouts: ResolvedLocation | undefined;
}

/**
 * Searches around a place that was read from the keywords. The user did not choose a radius, so if few jobs are found, the next larger
 * radius that pages offer is tried, and finally the whole country. The few nearby jobs stay ahead of other jobs.
 *
 * @returns the first answer with enough jobs, otherwise the first with jobs that match all words, otherwise the first with any jobs
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
 * Returns the results of the wider search, with those in the query's own area first. If there are more than a few of these, most of them
 * only mention the words, and they are not moved to the front.
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

/** @returns whether enough jobs match the words in more than their description */
async function isEnough(jobs: Jobs, { total, relaxed, query }: CorrectedAnswer): Promise<boolean> {
  if (total <= FEW || relaxed) return false;
  return (await jobs.searchExactly(ofSubject(query))).total > FEW;
}

/** Returns a query that counts the jobs with the words in their title, subjects or the name of their organization. */
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
