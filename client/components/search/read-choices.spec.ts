import { type ReadChoice, readChoiceField, withoutReadChoices } from './read-choices';
import type { SearchState } from './search-state';

const KIND = { sortingWithoutWords: 'newest' };
const PART_TIME: ReadChoice = { facet: 'employment_type', value: '102', typed: 'pt', isPlaceBox: false };
const REMOTE: ReadChoice = { facet: 'remote', value: '3', typed: 'remote', isPlaceBox: true };

/** The search of a form in which these choices were ticked because of its words. */
function sent(
  state: Partial<SearchState>,
  ...choices: ReadChoice[]
): Pick<SearchState, 'search' | 'geoLocation' | 'facets'> {
  const whole: SearchState = { page: 1, search: '', geoLocation: '', sorting: 'relevancy', facets: {}, ...state };
  const query = new URLSearchParams(choices.map(readChoiceField).map(({ name, value }) => [name, value]));
  const { search, geoLocation, facets } = withoutReadChoices(KIND, whole, query);
  return { search, geoLocation, facets };
}

describe('choices that are ticked because of the typed words', () => {
  it('are not explicit filters while they are ticked', () => {
    const facets = { employment_type: ['101', '102'] };
    expect(sent({ search: 'script pt', facets }, PART_TIME)).toEqual({
      search: 'script pt',
      geoLocation: '',
      facets: { employment_type: ['101'] },
    });
  });

  it('remove their phrase, but no part of another word, from the words when they are unticked', () => {
    expect(sent({ search: 'script pt writer' }, PART_TIME).search).toBe('script writer');
    expect(sent({ geoLocation: 'remote' }, REMOTE).geoLocation).toBe('');
  });

  it('are removed together with their words', () => {
    expect(sent({ search: 'script', facets: { employment_type: ['102'] } }, PART_TIME)).toEqual({
      search: 'script',
      geoLocation: '',
      facets: {},
    });
  });

  it('become explicit filters if another choice from the same phrase is unticked', () => {
    const students = ['102', '104'].map((value) => ({ ...PART_TIME, value, typed: 'student jobs' }));
    expect(sent({ search: 'cook student jobs', facets: { employment_type: ['104'] } }, ...students)).toEqual({
      search: 'cook',
      geoLocation: '',
      facets: { employment_type: ['104'] },
    });
  });

  it('are not read from invalid parameters', () => {
    const state: SearchState = { page: 1, search: 'cook', geoLocation: '', sorting: 'relevancy', facets: {} };
    const query = new URLSearchParams({ read: 'nonsense', read_place: '::' });
    expect(withoutReadChoices(KIND, state, query)).toBe(state);
  });
});
