import { defaultSorting, readText, type SearchKind, type SearchState } from './search-state';

/** A choice that is ticked because of the typed text: the facet's value and the phrase that expresses it. */
export interface ReadChoice {
  facet: string;
  value: string;
  typed: string;
  /** Whether the phrase is in the field for the place. */
  isPlaceBox: boolean;
}

const WORDS = 'read';
const PLACE = 'read_place';

/** Hidden field for such a choice, so that unticking it can be distinguished from typing other words. */
export function readChoiceField({ facet, value, typed, isPlaceBox }: ReadChoice): { name: string; value: string } {
  return { name: isPlaceBox ? PLACE : WORDS, value: `${facet}:${value}:${typed}` };
}

/**
 * Converts a search as sent by a form in which some choices were ticked because of the typed text. Choices that are
 * still ticked, or whose phrase was removed, are dropped: the words express them, or no longer do. If a choice was
 * unticked, its phrase is removed from the words.
 */
export function withoutReadChoices<State extends SearchState>(
  kind: Pick<SearchKind<string, string>, 'sortingWithoutWords'>,
  state: State,
  query: URLSearchParams,
): State {
  const choices = [...choicesOf(query, WORDS), ...choicesOf(query, PLACE)];
  if (choices.length === 0) return state;
  const facets = { ...state.facets };
  let { search, geoLocation } = state;
  const isTicked = ({ facet, value }: ReadChoice): boolean => state.facets[facet]?.includes(value) ?? false;
  for (const typed of new Set(choices.map((choice) => choice.typed))) {
    const said = choices.filter((choice) => choice.typed === typed);
    const { isPlaceBox } = said[0]!;
    const rest = withoutPhrase(isPlaceBox ? geoLocation : search, typed);
    if (rest !== undefined && !said.every(isTicked)) {
      if (isPlaceBox) geoLocation = rest;
      else search = rest;
      continue;
    }
    for (const { facet, value } of said) {
      const others = facets[facet]?.filter((other) => other !== value);
      facets[facet] = others?.length ? others : undefined;
    }
  }
  const wasChosen = state.sorting !== defaultSorting(kind, state.search);
  return { ...state, search, geoLocation, facets, sorting: wasChosen ? state.sorting : defaultSorting(kind, search) };
}

function choicesOf(query: URLSearchParams, name: string): ReadChoice[] {
  return query.getAll(name).flatMap((text) => {
    const [, facet, value, typed] = /^(\w+):(\w+):(.+)$/s.exec(text) ?? [];
    return facet && value && typed ? [{ facet, value, typed, isPlaceBox: name === PLACE }] : [];
  });
}

/** @returns undefined if the text does not contain the phrase */
function withoutPhrase(text: string, phrase: string): string | undefined {
  const isLetter = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!isLetter(text[at - 1]) && !isLetter(text[end])) return readText(`${text.slice(0, at)} ${text.slice(end)}`);
  }
  return undefined;
}
