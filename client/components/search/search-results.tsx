import type { ReactNode } from 'react';
import { languageName, formatDistance, formatRelativeDay } from '../../lib/format';
import { type PageInfo, usePage } from '../../lib/page-context';
import { Pagination } from '../ui/navigation/pagination';
import { Chip, ChipLink } from '../ui/tag';
import { Alert } from '../ui/feedback/alert';
import styles from './results.module.css';
import { pickedPlace } from './search-box';
import {
  firstPage,
  hasPlace,
  MAX_PAGE,
  type SearchState,
  withFacet,
  withoutPlace,
  withWords,
  chosenLanguage,
} from './search-state';
import { activeFilterCount, type SearchView, type SearchAnswer } from './search-view';

const MAX_OFFERED_PLACES = 4;

/**
 * The results of a search, with heading, sorting, active filters and pagination.
 *
 * @param sentence the heading, such as “20 jobs for “nurse””
 * @param sortable whether the user can choose the order of the list
 * @param tools content at the end of the row below the heading, after the sorting
 * @param back text of the link that leads from the pages of results back to this page; undefined if they show none
 * @param note content below the active filters
 * @param before content above the list
 * @param children the list, or the message that nothing was found
 * @param after content below the list
 */
export function SearchResults<State extends SearchState>({
  view,
  sentence,
  perPage,
  sortable,
  tools,
  back,
  note,
  before,
  after,
  children,
}: {
  view: SearchView<State>;
  sentence: string;
  perPage: number;
  sortable: boolean;
  tools?: ReactNode;
  back?: string;
  note?: ReactNode;
  before?: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}) {
  const { t } = usePage();
  const { state, result } = view;
  return (
    <section
      className={styles.results}
      id="results"
      data-region="results"
      data-href={view.here}
      data-back={back}
      aria-labelledby="found"
    >
      <h1 className={styles.found} id="found" tabIndex={-1}>
        {sentence}
      </h1>
      <div className={styles.tools}>
        {result.result_count > 1 && sortable && <Sorting view={view} />}
        {tools}
      </div>
      <ActiveFilters view={view} />
      {note}
      <SearchNotes view={view} />
      {before}
      {children}
      {after}
      <div className={styles.after}>
        <WhyLink view={view} />
        <Pagination
          page={state.page}
          pages={Math.min(Math.ceil(result.result_count / perPage), MAX_PAGE)}
          href={(page) => view.href({ ...state, page, jobId: undefined })}
          labels={{ name: t('search.pages.name'), previous: t('search.pages.previous'), next: t('search.pages.next') }}
        />
      </div>
    </section>
  );
}

/** The sort options of the list, as links (SEARCH-03). */
function Sorting<State extends SearchState>({
  view: { kind, texts, state, explicit, href, isOrderOffered = () => true },
}: {
  view: SearchView<State>;
}) {
  const { t } = usePage();
  return (
    <nav className={styles.sort} aria-label={t('search.order')}>
      {kind.sortings.filter(isOrderOffered).map((sorting) => (
        <a
          key={sorting}
          href={href({ ...firstPage(state), sorting })}
          aria-current={sorting === explicit.sorting ? 'true' : undefined}
        >
          {t(texts.sort(sorting))}
        </a>
      ))}
    </nav>
  );
}

/** The active filters, each with a link that removes it (SEARCH-12). */
function ActiveFilters<State extends SearchState>({ view }: { view: SearchView<State> }) {
  const page = usePage();
  const { t } = page;
  const chips = chipsOf(view, page);
  if (!chips.length) return null;
  return (
    <ul className={styles.chips} aria-label={t('search.filters.active')}>
      {chips.map(({ label, without, isTyped }) => (
        <li key={label} className={isTyped ? styles.typed : undefined}>
          <Chip href={view.href(without)} label={t('search.filters.remove', { filter: label })}>
            {label}
          </Chip>
        </li>
      ))}
      {activeFilterCount(view) > 1 && (
        <li>
          <a className={styles.clear} href={view.href(view.withoutFilters)}>
            {t('search.filters.clear')}
          </a>
        </li>
      )}
    </ul>
  );
}

interface ActiveFilter<State> {
  label: string;
  /** The search without this filter. */
  without: State;
  /** Whether a phone already shows it as typed, in the line above the results. */
  isTyped?: boolean;
}

function chipsOf<State extends SearchState>(
  { kind, state: requested, explicit: state, values, result, others }: SearchView<State>,
  { t, site, locale }: Pick<PageInfo, 't' | 'site' | 'locale'>,
): ActiveFilter<State>[] {
  const chips: ActiveFilter<State>[] = [];
  if (state.search)
    chips.push({
      label: t('search.quoted', { text: state.search }),
      without: withWords(kind, state, ''),
      isTyped: state.search === requested.search,
    });
  if (hasPlace(state)) {
    const label = result.location?.label ?? state.geoLocation;
    if (label) chips.push({ label, without: withoutPlace(state), isTyped: hasPlace(requested) });
  }
  const language = chosenLanguage(state.locale, site.search.languages);
  if (language)
    chips.push({ label: languageName(language, locale), without: { ...firstPage(state), locale: undefined } });
  chips.push(...others);
  for (const { name } of kind.facets) {
    for (const value of state.facets[name] ?? []) {
      const label = values(name).find(({ filter }) => filter === value)?.label;
      if (label) chips.push({ label, without: withFacet(state, name, value, false) });
    }
  }
  return chips;
}

type Place = NonNullable<SearchAnswer['location']>['alternatives'][number];

/** Explains how the search was understood if that is not obvious: corrected words, or an unknown or ambiguous place. */
function SearchNotes<State extends SearchState>({
  view: { kind, texts, explicit: state, result, href },
}: {
  view: SearchView<State>;
}) {
  const { t } = usePage();
  const { correction, location, relaxed, synonyms = [] } = result;
  const unknownPlace = hasPlace(state) && !location && state.geoLocation !== '';
  const places = location?.alternatives.slice(0, MAX_OFFERED_PLACES) ?? [];
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

/** @returns the same search as if the place was picked from the suggestions */
function inPlace<State extends SearchState>(state: State, place: Place): State {
  const { country, area, lat, lon, locationType } = pickedPlace(place);
  return {
    ...withoutPlace(state),
    radius: state.radius,
    geoLocation: place.label,
    country,
    administrativeArea: area,
    lat: lat === undefined ? undefined : Number(lat),
    lon: lon === undefined ? undefined : Number(lon),
    locationType,
  };
}

/** Properties that influence the rank of a result in addition to the words. */
interface ExplainedResult {
  id: string;
  distance: number | null;
  featured?: boolean;
  /** Date in ISO format. */
  published?: string;
}

/** Link to results with explanations, and back; nothing if there is nothing to explain. */
function WhyLink<State extends SearchState>({ view: { state, result, href } }: { view: SearchView<State> }) {
  const { t } = usePage();
  if (result.result_count === 0 || !(state.search || result.location?.radius)) return null;
  return (
    <a href={href({ ...firstPage(state), page: state.page, why: !state.why || undefined })} rel="nofollow">
      {t(state.why ? 'search.why.hide' : 'search.why.show')}
    </a>
  );
}

/**
 * Reasons why a result was found, each in a few words, the most important first; empty unless the user requested them.
 */
export function reasonsFor(
  { id, distance, featured, published }: ExplainedResult,
  { state, result }: Pick<SearchView, 'state' | 'result'>,
  { t, locale, now, site }: Pick<PageInfo, 't' | 'locale' | 'now' | 'site'>,
): string[] {
  const explanation = result.explanations?.find((other) => other.id === id);
  if (!explanation) return [];
  const place = result.location?.name ?? '';
  return [
    ...explanation.matches.map(({ field, words }) => t(`search.why.${field}`, { words: words.join(', ') })),
    ...(distance === null ? [] : [t('search.why.distance', { distance: formatDistance(distance, locale), place })]),
    ...(featured ? [t('search.why.featured')] : []),
    ...(published && !state.search
      ? [t('search.why.newest', { ago: formatRelativeDay(published, now, locale, site.timeZone) })]
      : []),
  ];
}
