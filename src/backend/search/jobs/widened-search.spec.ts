import type { JobDocument } from '#contract/generated/resolvers.js';
import type { Places } from '../../reference/places/places.port.js';
import type { Keywords, SearchQuery } from '../port/search.port.js';
import type { CorrectedAnswer } from '../query/correcting-search.js';
import type { SearchDocuments } from '../documents/job-documents.js';
import type { ResolvedLocation } from '../query/search-location.js';
import { searchFartherAway } from './job-search.js';

const keywords: Keywords = {
  boxes: [[{ kind: 'word', text: 'nurse', excluded: false }]],
  any: false,
  fields: ['everything'],
};
const query = { keywords, sort: 'relevance', offset: 0, limit: 3, facets: [] } as unknown as SearchQuery;
const places = {} as Places;

function around(km: number): ResolvedLocation {
  const location = { name: 'Berlin', label: 'Berlin, Germany', country: 'DE', lat: 52.5, lon: 13.4, radius: km };
  return {
    area: { kind: 'radius', lat: 52.5, lon: 13.4, km },
    location: { ...location, administrativeArea: 'BE', locationType: 'locality', alternatives: [] },
  };
}

/** Results in one area. `mentions`: the ids of jobs that have the words only in their text. */
interface Found {
  ids: string[];
  mentions?: string[];
  relaxed?: boolean;
  /** The words that were searched instead of the typed ones. */
  corrected?: string;
}

/** Returns the jobs listed for the first area that is large enough, by its radius in kilometres; `country` is the whole country. */
function jobsIn(areas: Record<string, Found>) {
  const find = (asked: SearchQuery, isExact: boolean): Promise<CorrectedAnswer> => {
    const { area, keywords, offset, limit } = asked;
    const size = area?.kind === 'radius' ? String(area.km) : 'country';
    const here = areas[size];
    const { ids, mentions = [], relaxed, corrected } = here && !(isExact && here.relaxed) ? here : { ids: [] };
    const found = keywords?.fields.includes('everything') ? ids : ids.filter((id) => !mentions.includes(id));
    return Promise.resolve({
      total: found.length,
      ids: found.slice(offset, offset + limit),
      facets: [],
      query: asked,
      ...(relaxed && { relaxed }),
      ...(corrected && { correction: { keys: corrected, applied: true } }),
    });
  };
  return {
    search: (asked: SearchQuery) => find(asked, false),
    searchExactly: (asked: SearchQuery) => find(asked, true),
  };
}

/** All jobs that are not found in the country are abroad. */
function documentsOf({ country }: Record<string, Found>): Pick<SearchDocuments, 'load'> {
  return {
    load: (ids) =>
      Promise.resolve(
        ids.map((id) => ({ id, address: { countryCode: country?.ids.includes(id) ? 'DE' : 'PL' } }) as JobDocument),
      ),
  };
}

async function search(found: Parameters<typeof jobsIn>[0], options: { page?: number; isOrderChosen?: boolean } = {}) {
  const { page = 1, isOrderChosen = false } = options;
  const resolvedLocation = around(50);
  const asked = { ...query, area: resolvedLocation.area, offset: (page - 1) * query.limit };
  const result = await searchFartherAway({ jobs: jobsIn(found), places, documents: documentsOf(found) }, asked, {
    resolvedLocation,
    language: 'en',
    isOrderChosen,
  });
  const { name, radius, widened } = result.resolvedLocation!.location;
  const { ids, total, relaxed = false } = result.answer;
  return { ids, total, relaxed, name, radius, widened };
}

const widened = { name: 'Berlin', radius: 50 };

describe('a search around a place that was recognized in the keywords', () => {
  it('is not widened if it finds enough jobs', async () => {
    const found = await search({ 50: { ids: ['1', '2', '3', '4'] }, 100: { ids: ['9'] } });
    const place = { name: 'Berlin', radius: 50, widened: undefined };
    expect(found).toEqual({ ids: ['1', '2', '3'], total: 4, relaxed: false, ...place });
  });

  it('is widened to the first radius with enough jobs, with nearby jobs first on every page', async () => {
    const found = {
      50: { ids: ['7', '2'] },
      100: { ids: ['7', '2', '5'] },
      200: { ids: ['1', '2', '3', '4', '5', '7'] },
    };
    expect(await search(found)).toMatchObject({ ids: ['7', '2', '1'], radius: 200, widened });
    expect(await search(found, { page: 2 })).toMatchObject({ ids: ['3', '4', '5'] });
    expect(await search(found, { isOrderChosen: true })).toMatchObject({ ids: ['1', '2', '3'] });
  });

  it('is finally widened to the whole country', async () => {
    const found = await search({ country: { ids: ['1', '2', '3', '4'] } });
    expect(found).toMatchObject({ ids: ['1', '2', '3'], name: 'Germany', radius: null, widened });
  });

  it('counts nearby jobs across the border in addition to those of the whole country', async () => {
    const found = { 50: { ids: ['8', '2', '9'] }, country: { ids: ['1', '2', '3', '4'] } };
    expect(await search(found)).toMatchObject({ ids: ['8', '2', '9'], total: 6, name: 'Germany' });
    expect(await search(found, { page: 2 })).toMatchObject({ ids: ['1', '3', '4'], total: 6 });
    expect(await search(found, { isOrderChosen: true })).toMatchObject({ ids: ['1', '2', '3'], total: 4 });
  });

  it('is widened if nearby jobs only mention the words, which then do not come first', async () => {
    const near = ['21', '22', '23', '24', '25'];
    const found = await search({
      50: { ids: ['7', ...near], mentions: near },
      100: { ids: ['1', '2', '3', '7', ...near], mentions: near },
    });
    expect(found).toMatchObject({ ids: ['7', '1', '2'], radius: 100, widened });
  });

  it('is not widened if jobs elsewhere only mention the words, too', async () => {
    const near = ['21', '22', '23', '24'];
    const everywhere = ['31', ...near];
    const found = { 50: { ids: near, mentions: near }, country: { ids: everywhere, mentions: everywhere } };
    expect(await search(found)).toMatchObject({ ids: ['21', '22', '23'], radius: 50, widened: undefined });
  });

  it('does not put nearby jobs first that have a corrected spelling, unless it is the same', async () => {
    const found = { 50: { ids: ['8'], corrected: 'nurses' }, 100: { ids: ['1', '2', '3', '4'] } };
    expect(await search(found)).toMatchObject({ ids: ['1', '2', '3'], radius: 100 });
    const same = { 50: { ids: ['4'], corrected: 'nurses' }, 100: { ...found[100], corrected: 'nurses' } };
    expect(await search(same)).toMatchObject({ ids: ['4', '1', '2'], radius: 100 });
  });

  it('prefers a few jobs with all words to many with some of them', async () => {
    const some = { ids: ['1', '2', '3', '4', '5'], relaxed: true };
    expect(await search({ 50: some, 100: some, 200: { ids: ['8'] }, country: { ids: ['8', '9'] } })).toMatchObject({
      ids: ['8'],
      relaxed: false,
      radius: 200,
    });
    expect(await search({ 50: some, 100: some })).toMatchObject({
      ids: ['1', '2', '3'],
      radius: 50,
      widened: undefined,
    });
  });

  it('is not widened if nothing is found anywhere', async () => {
    expect(await search({})).toMatchObject({ ids: [], radius: 50, widened: undefined });
  });
});
