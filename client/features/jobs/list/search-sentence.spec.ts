import { readFileSync } from 'node:fs';
import { translator } from '#shared/text/translator.js';
import { isWholeArea } from '../../../components/search/search-view';
import { JOB_SEARCH } from '../search-state';
import { type JobSearchResult, searchSentence } from './search-view';

const catalogue = new URL('../../../../catalogues/en/jobs.json', import.meta.url);
const t = translator('en', flat(JSON.parse(readFileSync(catalogue, 'utf8')) as object, 'jobs.'));

function flat(tree: object, prefix: string): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([key, value]: [string, unknown]) =>
      typeof value === 'string' ? { [prefix + key]: value } : flat(value as object, `${prefix}${key}.`),
    ),
  ) as Record<string, string>;
}

function place(label: string, locationType: 'locality' | 'country' | 'administrative_area_level_1') {
  return {
    name: label.split(', ')[0],
    label,
    locationType,
    country: 'CA',
    alternatives: [],
  } as unknown as JobSearchResult['location'];
}

describe('the sentence above the list', () => {
  it('[SEARCH-01] gives the number of jobs, the place and the order', () => {
    const found = { result_count: 214, location: place('Toronto, Ontario, Canada', 'locality') };
    const state = { search: '', sorting: 'publish_date_desc' as const };
    expect(searchSentence(state, found, t)).toBe('214 jobs near Toronto, newest first');
  });

  it('[SEARCH-01] names the search text, and says “in” for a whole area instead of “near”', () => {
    const found = { result_count: 2, location: place('Ontario, Canada', 'administrative_area_level_1') };
    const state = { search: 'nurse', sorting: 'relevancy' as const };
    expect(searchSentence(state, found, t)).toBe('2 jobs for “nurse” in Ontario, best match first');
  });

  it('[SEARCH-14] names the corrected words if these were searched', () => {
    const state = { search: 'fundraisng', sorting: 'relevancy' as const };
    const found = { result_count: 2, location: null, correction: { keys: 'fundraising', applied: true } };
    expect(searchSentence(state, found, t)).toBe('2 jobs for “fundraising”, best match first');
    const suggested = { ...found, correction: { keys: 'fundraising', applied: false } };
    expect(searchSentence(state, suggested, t)).toBe('2 jobs for “fundraisng”, best match first');
  });

  it('[SEARCH-01] [SEARCH-03] names every order', () => {
    const sorted = JOB_SEARCH.sortings.map((sorting) =>
      searchSentence({ search: '', sorting }, { result_count: 9, location: null }, t),
    );
    expect(sorted).toEqual(['9 jobs, newest first', '9 jobs, best match first', '9 jobs, nearest first']);
  });

  it('[SEARCH-01] names no order if there are fewer than two jobs', () => {
    const state = { search: '', sorting: 'publish_date_desc' as const };
    expect(searchSentence(state, { result_count: 1, location: null }, t)).toBe('1 job');
    expect(searchSentence(state, { result_count: 0, location: null }, t)).toBe('0 jobs');
  });

  it('[SEARCH-04] recognizes places without a radius', () => {
    expect(isWholeArea(place('Canada', 'country'))).toBe(true);
    expect(isWholeArea(place('Ontario', 'administrative_area_level_1'))).toBe(true);
    expect(isWholeArea(place('Toronto', 'locality'))).toBe(false);
    expect(isWholeArea(null)).toBe(false);
  });
});
