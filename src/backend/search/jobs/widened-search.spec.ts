import type { Places } from '../../reference/places/places.port.js';
import type { SearchQuery } from '../port/search.port.js';
import type { CorrectedAnswer } from '../query/correcting-search.js';
import type { ResolvedLocation } from '../query/search-location.js';
import { searchFartherAway } from './widened-search.js';

const query = { sort: 'relevance', offset: 0, limit: 3, facets: [] } as unknown as SearchQuery;
const places = {} as Places;

function around(km: number): ResolvedLocation {
  const location = { name: 'Berlin', label: 'Berlin, Germany', country: 'DE', lat: 52.5, lon: 13.4, radius: km };
  return {
    area: { kind: 'radius', lat: 52.5, lon: 13.4, km },
    location: { ...location, administrativeArea: 'BE', locationType: 'locality', alternatives: [] },
  };
}

/** Finds what is listed of the first area that is large enough, by kilometres; `country` is the whole country. */
function jobsIn(found: Record<string, { ids: string[]; relaxed?: boolean }>) {
  return {
    search: ({ area, offset, limit }: SearchQuery): Promise<CorrectedAnswer> => {
      const size = area?.kind === 'radius' ? String(area.km) : 'country';
      const { ids, relaxed } = found[size] ?? { ids: [] };
      return Promise.resolve({
        total: ids.length,
        ids: ids.slice(offset, offset + limit),
        facets: [],
        query,
        ...(relaxed && { relaxed }),
      });
    },
  };
}

async function search(found: Parameters<typeof jobsIn>[0], options: { page?: number; isOrderChosen?: boolean } = {}) {
  const { page = 1, isOrderChosen = false } = options;
  const whereabouts = around(50);
  const asked = { ...query, area: whereabouts.area, offset: (page - 1) * query.limit };
  const result = await searchFartherAway({ jobs: jobsIn(found), places }, asked, {
    whereabouts,
    language: 'en',
    isOrderChosen,
  });
  const { name, radius, widened } = result.whereabouts!.location;
  return { ids: result.answer.ids, relaxed: result.answer.relaxed ?? false, name, radius, widened };
}

const widened = { name: 'Berlin', radius: 50 };

describe('a search around a place that was read from words', () => {
  it('stays where enough is found', async () => {
    const found = await search({ 50: { ids: ['1', '2', '3', '4'] }, 100: { ids: ['9'] } });
    expect(found).toEqual({ ids: ['1', '2', '3'], relaxed: false, name: 'Berlin', radius: 50, widened: undefined });
  });

  it('goes on to the first wider radius that has enough, with the near ones in front on whichever page', async () => {
    const found = {
      50: { ids: ['7', '2'] },
      100: { ids: ['7', '2', '5'] },
      200: { ids: ['1', '2', '3', '4', '5', '7'] },
    };
    expect(await search(found)).toMatchObject({ ids: ['7', '2', '1'], radius: 200, widened });
    expect(await search(found, { page: 2 })).toMatchObject({ ids: ['3', '4', '5'] });
    expect(await search(found, { isOrderChosen: true })).toMatchObject({ ids: ['1', '2', '3'] });
  });

  it('goes on to the whole country in the end', async () => {
    const found = await search({ country: { ids: ['1', '2', '3', '4'] } });
    expect(found).toMatchObject({ ids: ['1', '2', '3'], name: 'Germany', radius: null, widened });
  });

  it('rather shows a few jobs with all words than many with some of them', async () => {
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

  it('stays where nothing is found anywhere', async () => {
    expect(await search({})).toMatchObject({ ids: [], radius: 50, widened: undefined });
  });
});
