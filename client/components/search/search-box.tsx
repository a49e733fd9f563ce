import { useState } from 'react';
import { usePage } from '../../lib/page-context';
import { Combobox } from '../ui/forms/combobox';
import styles from './search-form.module.css';
import { useKeywordSuggestions, usePlaceSuggestions } from './use-suggestions';

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
  /**
   * Set only for a place that was picked on this page: a form without scripts would send it along with any other typed
   * place.
   */
  locationType?: string;
}

type PickedPlace = Omit<SearchBoxProps, 'about' | 'without' | 'search' | 'place'>;

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
  const [picked, setPicked] = useState<PickedPlace>(given);
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
          announcement={t('island.search.offered', { count: keywords.length })}
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
          announcement={t('island.search.offered', { count: places.length })}
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
      {picked.country && <input type="hidden" name="country" value={picked.country} />}
      {picked.area && <input type="hidden" name="administrative_area_level_1" value={picked.area} />}
      {picked.lat && <input type="hidden" name="lat" value={picked.lat} />}
      {picked.locationType && <input type="hidden" name="location_type" value={picked.locationType} />}
      {picked.lon && <input type="hidden" name="lon" value={picked.lon} />}
    </div>
  );
}

/** Countries and areas are searched as a whole: they have no coordinates. */
function pickedPlace(place: {
  country: string;
  administrativeArea: string | null;
  lat: number;
  lon: number;
  locationType: string;
}): PickedPlace {
  const area = place.administrativeArea ?? undefined;
  const { country, locationType } = place;
  if (locationType === 'country') return { country, locationType };
  if (locationType.startsWith('administrative_area')) return { country, area, locationType };
  return { country, area, lat: String(place.lat), lon: String(place.lon), locationType };
}
