import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { KeywordSuggestionsDocument, PlaceSuggestionsDocument } from '#contract/generated/operations.js';
import { useEffect, useState } from 'react';
import { isGranted } from '../../lib/consent/granted';
import { browserGraphql } from '../../lib/browser-graphql';
import { usePage } from '../../lib/page-context';

const DELAY_MS = 250;

/** Suggests words that begin with the typed text. */
export function useKeywordSuggestions(typed: string) {
  const { locale, site } = usePage();
  const prefix = useDelayed(typed.trim(), DELAY_MS);
  const { data } = useQuery({
    queryKey: ['keywords', locale, prefix],
    enabled: prefix.length > 1,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      browserGraphql(KeywordSuggestionsDocument, { prefix, language: [...site.search.languages] }, { locale, signal }),
  });
  return prefix.length > 1 && typed ? (data?.keywordSuggestions ?? []) : [];
}

/**
 * Suggests matching places, those near the map's centre first. The backend searches only within the country of a site
 * with a single country.
 */
export function usePlaceSuggestions(typed: string) {
  const { locale, site } = usePage();
  const text = useDelayed(typed.trim(), DELAY_MS);
  const near = { ...site.map.centre, radius: site.search.autocompleteRadius };
  const { data } = useQuery({
    queryKey: ['places', locale, text],
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const { geocoder, countries } = site;
      if (geocoder && isGranted('geocoding')) {
        try {
          const { remotePlaces } = await import('./remote-places');
          return await remotePlaces(geocoder, text, { near, language: locale.slice(0, 2), countries, signal });
        } catch {
          // The backend's gazetteer is always available as a fallback.
        }
      }
      return (await browserGraphql(PlaceSuggestionsDocument, { text, near }, { locale, signal })).placeSuggestions;
    },
  });
  return text && typed ? (data ?? []) : [];
}

/** @returns the value after it has not changed for the given time */
function useDelayed<T>(value: T, milliseconds: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return delayed;
}
