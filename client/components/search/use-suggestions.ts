import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { KeywordSuggestionsDocument, PlaceSuggestionsDocument } from '#contract/generated/operations.js';
import { useEffect, useState } from 'react';
import { isGranted } from '../../lib/consent/granted';
import { browserGraphql } from '../../lib/browser-graphql';
import { usePage } from '../../lib/page-context';

const DELAY_MS = 250;

/** Words that begin with what has been typed so far. */
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

/** Places that may be meant, those around the map's centre first. The backend stays within the country of a site that has one. */
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
          // The gazetteer is always there.
        }
      }
      return (await browserGraphql(PlaceSuggestionsDocument, { text, near }, { locale, signal })).placeSuggestions;
    },
  });
  return text && typed ? (data ?? []) : [];
}

/** @returns the value as it was once it has not changed for a while */
function useDelayed<T>(value: T, milliseconds: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return delayed;
}
