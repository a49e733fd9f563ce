import { useState, useEffect } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  KeywordSuggestionsDocument,
  type LocationType,
  PlaceSuggestionsDocument,
} from '#contract/generated/operations.js';
import { usePage } from '../../lib/page-context';
import { Combobox } from '../ui/forms/combobox';
import { isGranted } from '../../lib/consent/granted';
import { browserGraphql } from '../../lib/browser-graphql';
import styles from './search-form.module.css';

const SUGGESTION_DELAY_MS = 250;

export interface SearchBoxProps {
  /** undefined for jobs. */
  about?: 'organizations' | 'resumes';
  /** Fields that the site does not use. */
  without?: ('words' | 'place')[];
  search?: string;
  place?: string;
  /** Country of a place that was picked from the suggestions, not just typed. */
  country?: string;
  area?: string;
  lat?: string;
  lon?: string;
  /** Set only for a place that was picked on this page. */
  locationType?: LocationType;
}

interface PickedPlace extends Omit<SearchBoxProps, 'about' | 'without' | 'search' | 'place'> {
  /** Text of the field to which the other values belong, for forms without scripts. */
  text?: string;
}

const EXAMPLES = {
  jobs: 'island.search.whatExample',
  organizations: 'island.search.organizationExample',
  resumes: 'island.search.resumeExample',
} as const;

/** The fields for words and place, with suggestions. An island: the fields work before it is hydrated. */
export function SearchBox({ about, without = [], search, place, ...given }: SearchBoxProps) {
  const { t } = usePage();
  const [words, setWords] = useState('');
  const [where, setWhere] = useState('');
  const [picked, setPicked] = useState<PickedPlace>({ ...given, text: place ?? '' });
  const keywords = useKeywordSuggestions(words).map(({ text }) => ({ key: text, label: text }));
  const places = usePlaceSuggestions(where).map((found) => ({ ...found, key: found.id }));
  return (
    <div className={styles.fields}>
      {!without.includes('words') && (
        <Combobox
          name="search"
          label={t('island.search.what')}
          icon="search"
          placeholder={t(EXAMPLES[about ?? 'jobs'])}
          initial={search}
          options={keywords}
          listLabel={t('island.search.whatOptions')}
          announcement={(count) => t('island.search.offered', { count })}
          onText={setWords}
          onPick={() => setWords('')}
        />
      )}
      {!without.includes('place') && (
        <Combobox
          name="geo_location"
          label={t('island.search.where')}
          icon="pin"
          placeholder={t('island.search.whereExample')}
          initial={place}
          options={places}
          listLabel={t('island.search.whereOptions')}
          announcement={(count) => t('island.search.offered', { count })}
          onText={(text) => {
            setWhere(text);
            setPicked({});
          }}
          onPick={(found) => {
            setWhere('');
            setPicked(pickedPlace(found));
          }}
        />
      )}
      {picked.text !== undefined && !without.includes('place') && (picked.country ?? picked.area ?? picked.lat) && (
        <input type="hidden" name="picked_location" value={picked.text} />
      )}
      {picked.country && <input type="hidden" name="country" value={picked.country} />}
      {picked.area && <input type="hidden" name="administrative_area_level_1" value={picked.area} />}
      {picked.lat && <input type="hidden" name="lat" value={picked.lat} />}
      {picked.locationType && <input type="hidden" name="location_type" value={picked.locationType} />}
      {picked.lon && <input type="hidden" name="lon" value={picked.lon} />}
    </div>
  );
}

/** Countries and areas are searched as a whole: they have no coordinates. */
export function pickedPlace(place: {
  country: string;
  administrativeArea: string | null;
  lat: number;
  lon: number;
  locationType: LocationType;
}): PickedPlace {
  const area = place.administrativeArea ?? undefined;
  const { country, locationType } = place;
  if (locationType === 'country') return { country, locationType };
  if (locationType.startsWith('administrative_area')) return { country, area, locationType };
  return { country, area, lat: String(place.lat), lon: String(place.lon), locationType };
}

/** Suggests words that begin with the typed text. */
function useKeywordSuggestions(typed: string) {
  const { locale, site } = usePage();
  const prefix = useDelayed(typed.trim(), SUGGESTION_DELAY_MS);
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
function usePlaceSuggestions(typed: string) {
  const { locale, site } = usePage();
  const text = useDelayed(typed.trim(), SUGGESTION_DELAY_MS);
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
