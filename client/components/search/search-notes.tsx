import { usePage } from '../../lib/page-context';
import { Alert } from '../ui/feedback/alert';
import { ChipLink } from '../ui/tag';
import styles from './results.module.css';
import { firstPage, hasPlace, type SearchState, withWords } from './search-state';
import type { SearchAnswer, SearchView } from './search-view';

type Place = NonNullable<SearchAnswer['location']>['alternatives'][number];
const OFFERED = 4;

/** Explains how the search was understood if that is not obvious: corrected words, or an unknown or ambiguous place. */
export function SearchNotes<State extends SearchState>({
  view: { kind, texts, explicit: state, result, href },
}: {
  view: SearchView<State>;
}) {
  const { t } = usePage();
  const { correction, location, relaxed, synonyms = [] } = result;
  const unknownPlace = hasPlace(state) && !location && state.geoLocation !== '';
  const places = location?.alternatives.slice(0, OFFERED) ?? [];
  if (!correction && !unknownPlace && !places.length && !relaxed && !synonyms.length) return null;
  return (
    <div className={styles.notes}>
      {correction?.applied && <Alert>{t(texts.corrected, { typed: state.search, corrected: correction.keys })}</Alert>}
      {correction && !correction.applied && (
        <p>
          {t('search.didYouMean')} <a href={href(withWords(kind, state, correction.keys))}>{correction.keys}</a>
        </p>
      )}
      {relaxed && <Alert>{t('search.relaxed', { typed: state.search })}</Alert>}
      {synonyms.map(({ typed, names }) => (
        <p key={typed}>{t('search.why.synonyms', { typed, names: names.join(', ') })}</p>
      ))}
      {unknownPlace && (
        <Alert kind="warn">
          {t(isPostalCode(state.geoLocation) ? 'search.unknownPostalCode' : texts.unknownPlace, {
            place: state.geoLocation,
          })}
        </Alert>
      )}
      {places.length > 0 && (
        <details data-keep="places" open={result.result_count === 0 || isPostalCode(state.geoLocation)}>
          <summary>
            {isPostalCode(state.geoLocation)
              ? t('search.otherPostalCodes')
              : t('search.otherPlaces', { place: location?.widened?.name ?? location?.name ?? '' })}
          </summary>
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

/** A number, which may be a postal code in several countries, or a code such as in Canada and Britain. */
function isPostalCode(text: string): boolean {
  return /^\s*(?:(?:[a-z]{1,2}-?)?\d{4,5}(?:-\d{4})?|[a-z]{1,2}\d[a-z\d]?(?: ?\d[a-z]{2}| ?\d[a-z]\d)?)\s*$/i.test(
    text,
  );
}

function inPlace<State extends SearchState>(state: State, place: Place): State {
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
