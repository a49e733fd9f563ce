import { readJobSearch, understoodSearchVariables } from '../../../client/features/jobs/search-state';
import { relevanceOptions } from './relevance-options.mjs';
import { searchVariables, stepsOf } from './systems/product.mjs';

const site = {
  search: { languages: ['en', 'de'], jobsPerPage: 10, defaultRadius: 25 },
  countries: ['GB', 'DE'],
};

describe('a judged query', () => {
  it.each([{ text: 'nurse' }, { text: 'nurse part time', where: 'London' }])(
    'is requested like %j in the job list',
    (query) => {
      const address = new URLSearchParams({ search: query.text, geo_location: query.where ?? '' });
      const { facets, why, withBand, range, ...asked } = understoodSearchVariables(readJobSearch(address, []), site);
      expect(facets.length).toBeGreaterThan(0);
      expect(why).toBe(false);
      expect(withBand).toBe(true);
      expect(searchVariables(query, site)).toEqual({ ...asked, range: { ...range, last: 50 } });
    },
  );
});

describe('the steps of the product', () => {
  it('begin with none of its features and add one each', () => {
    const steps = stepsOf(['inflection', 'ranking']).map(({ name, settings }) => [name, ...settings.searchFeatures]);
    expect(steps).toEqual([['baseline'], ['+ inflection', 'inflection'], ['+ ranking', 'inflection', 'ranking']]);
  });
});

describe('options of the benchmark', () => {
  it('never show the held-out queries', () => {
    expect(relevanceOptions({ worst: '5', split: 'held-out' }).error).toMatch('--worst');
    const weak = false;
    expect(relevanceOptions({ worst: '0', weak, split: 'held-out' })).toEqual({ worst: 0, weak, split: 'held-out' });
    expect(relevanceOptions({ worst: '5', weak, split: 'tune' })).toEqual({ worst: 5, weak, split: 'tune' });
    expect(relevanceOptions({ worst: '5', weak })).toEqual({ worst: 5, weak, split: undefined });
  });

  it('name the values that they refuse', () => {
    expect(relevanceOptions({ worst: 'all' }).error).toMatch('--worst all');
    expect(relevanceOptions({ worst: '0', split: 'half' }).error).toMatch('--split half: tune or held-out');
  });
});
