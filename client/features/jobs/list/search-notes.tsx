import { Alert } from '../../../components/ui/alert';
import { ChipLink } from '../../../components/ui/tag';
import { usePage } from '../../../lib/page-context';
import { firstPage, hasPlace, type JobSearchState, withWords } from '../search-state';
import styles from './results.module.css';
import { placeName } from './search-sentence';
import type { JobSearchResult, JobSearchView } from './search-view';

type Place = NonNullable<JobSearchResult['location']>['alternatives'][number];
const OFFERED = 4;

/** How the search was understood, where that is not plain: corrected words, a place that is not known or that is one of several. */
export function SearchNotes({ view: { state, result, href } }: { view: JobSearchView }) {
  const { t } = usePage();
  const { correction, location } = result;
  const unknownPlace = hasPlace(state) && !location && state.geoLocation !== '';
  const places = location?.alternatives.slice(0, OFFERED) ?? [];
  if (!correction && !unknownPlace && !places.length) return null;
  return (
    <div className={styles.notes}>
      {correction?.applied && <Alert>{t('jobs.corrected', { typed: state.search, corrected: correction.keys })}</Alert>}
      {correction && !correction.applied && (
        <p>
          {t('jobs.didYouMean')} <a href={href(withWords(state, correction.keys))}>{correction.keys}</a>
        </p>
      )}
      {unknownPlace && <Alert kind="warn">{t('jobs.unknownPlace', { place: state.geoLocation })}</Alert>}
      {places.length > 0 && (
        <details data-keep="places" open={result.result_count === 0}>
          <summary>{t('jobs.otherPlaces', { place: placeName(location?.label ?? '') })}</summary>
          <ul className={styles.chips}>
            {places.map((place) => (
              <li key={place.id}>
                <ChipLink href={href(inPlace(state, place))}>{place.label}</ChipLink>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function inPlace(state: JobSearchState, place: Place): JobSearchState {
  const { label, country, administrativeArea, lat, lon } = place;
  return {
    ...firstPage(state),
    geoLocation: label,
    country,
    administrativeArea: administrativeArea ?? undefined,
    lat,
    lon,
  };
}
