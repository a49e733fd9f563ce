import type {
  ConditionGroupInput,
  QuerySearchApiSearchArgs,
  SearchUnderstanding,
  UnderstoodPhrase,
} from '#contract/generated/resolvers.js';
import { JOB_FACETS } from '#contract/search/job-search.js';
import type { RequestContext } from '../../platform/graphql/request-context.js';
import { knownCountries } from '../../reference/places/countries.js';
import type { Gazetteer } from '../../reference/places/gazetteer.js';
import { readPostalCodes } from '../../reference/places/postal/postal-codes.js';
import type { TermCatalog } from '../../reference/taxonomy/term-catalog.js';
import { baseLanguage } from '../analysis/tokens.js';
import { readKeys } from '../query/read-request.js';
import type { SalaryUnit } from '../../platform/database/schema.js';
import { annualPay } from '../../reference/pay/annual-pay.js';
import { convert, type ExchangeRates, REFERENCE_RATES } from '../../reference/pay/annual-pay.js';
import { advertLabel, currencyOf } from '../adverts/advert-facets.js';
import type { Thesaurus } from '../thesaurus/thesaurus.js';
import { QueryReader, type ReadPhrase, type ReadQuery } from './query-reader.js';
import { type PlaceKnowledge, TownNames } from './read-place.js';
import type { TypedPay } from './read-pay.js';

/** A request with the filters that were recognized in its words, and a description of them. */
export interface UnderstoodRequest {
  args: QuerySearchApiSearchArgs;
  understanding: SearchUnderstanding;
}

type Asked = Pick<RequestContext, 'language' | 'locale' | 'site'>;

const TERM_FACETS = new Map<string, string>(
  JOB_FACETS.flatMap(({ name, field, vocabulary }) => (vocabulary ? [[name, field]] : [])),
);
/** Names of the request fields for phrases that are not facets of the same name: the language facet and the place. */
const LANGUAGE_FIELD = 'language';
const PLACE_FIELD = 'geoLocation';
const DAYS = ['published', 'closing'] as const;

/** Recognizes filters in the words of job searches. */
export class QueryUnderstanding {
  private reader: QueryReader | undefined;
  private readonly towns: TownNames;

  constructor(
    private readonly gazetteer: Gazetteer,
    private readonly terms: TermCatalog,
    private readonly thesaurus: Pick<Thesaurus, 'labels'>,
    private readonly rates: ExchangeRates = REFERENCE_RATES,
  ) {
    this.towns = new TownNames(gazetteer);
  }

  /** @returns undefined if the request does not ask for it, or nothing was recognized */
  async read(args: QuerySearchApiSearchArgs, context: Asked): Promise<UnderstoodRequest | undefined> {
    if (!args.fulltext?.understand) return undefined;
    this.reader ??= new QueryReader(this.thesaurus.labels());
    const { language } = context;
    const label = args.geoLocation?.label ?? '';
    const where = isPicked(args) || label === '' ? undefined : this.reader.readPlaceBox(label, language);
    const location = args.geoLocation && { ...args.geoLocation, label: where ? where.place : args.geoLocation.label };
    const isPlaceFree = !isPicked(args) && !location?.label;
    const read = await this.readWords(readKeys(args.fulltext), args, context, isPlaceFree);
    if (!where && read.phrases.length === 0) return undefined;
    const phrases = [
      ...(where ? [this.toContract(where.phrase, true, context)] : []),
      ...read.phrases.map((phrase) => this.toContract(phrase, false, context)),
    ].flat();
    return {
      args: withPhrases({ ...args, geoLocation: location, fulltext: { ...args.fulltext, keys: read.keys } }, phrases),
      understanding: { keys: read.keys.join(' '), place: placeOf(phrases) ?? location?.label ?? '', phrases },
    };
  }

  private async readWords(
    boxes: readonly string[],
    args: QuerySearchApiSearchArgs,
    context: Asked,
    isPlaceFree: boolean,
  ): Promise<{ keys: string[]; phrases: ReadPhrase[] }> {
    const { language, site } = context;
    const places = isPlaceFree && boxes.length > 0 ? await this.knowledge(args, site.countries) : undefined;
    const isApplicable = (phrase: ReadPhrase): boolean => this.isApplicable(phrase, args, context);
    const keys: string[] = [];
    const phrases: ReadPhrase[] = [];
    for (const box of boxes) {
      const hasPlace = phrases.some(({ kind }) => kind === 'place');
      const read: ReadQuery = await this.reader!.read(box, language, {
        isApplicable,
        places: hasPlace ? undefined : places,
      });
      phrases.push(...read.phrases);
      if (read.keys !== '') keys.push(read.keys);
    }
    return { keys, phrases };
  }

  private async knowledge(
    { geoLocation }: QuerySearchApiSearchArgs,
    countries: readonly string[],
  ): Promise<PlaceKnowledge> {
    const requested = knownCountries(geoLocation?.preferCountries ?? []);
    const prefer = requested.length > 0 ? requested : [...countries];
    return {
      names: await this.towns.of(prefer),
      isPlace: async (text) => (await this.gazetteer.resolve(text, { prefer, certain: true }, 1)).length > 0,
      isPostalCode: (text) => readPostalCodes(text, prefer).length > 0,
    };
  }

  /** Whether the index has a filter for a phrase. */
  private isApplicable(phrase: ReadPhrase, { language }: QuerySearchApiSearchArgs, context: Asked): boolean {
    if (phrase.kind === 'place') return true;
    if (this.advertPhrase(phrase, false, context)) return true;
    if (phrase.kind === 'pay') return false;
    if (phrase.kind === 'language') {
      const requestedLanguages = (language ?? []).map(baseLanguage);
      return (
        requestedLanguages.length !== 1 &&
        phrase.values.every((value) => requestedLanguages.length === 0 || requestedLanguages.includes(value))
      );
    }
    return TERM_FACETS.has(phrase.kind) && phrase.values.every((slug) => this.terms.findBySlug(slug) !== undefined);
  }

  /** @returns a phrase about pay or days as an advert filter; undefined if it is of another kind, or its pay cannot be converted */
  private advertPhrase(phrase: ReadPhrase, isPlaceBox: boolean, context: AdvertContext): UnderstoodPhrase | undefined {
    const facet = phrase.kind === 'pay' ? 'pay' : DAYS.find((name) => name === phrase.kind);
    if (!facet) return undefined;
    const value = phrase.kind === 'pay' ? yearlyPay(phrase.pay, currencyOf(context.site), this.rates) : daysOf(phrase);
    if (value === undefined) return undefined;
    const label = advertLabel(facet, value, context);
    return { kind: facet, typed: phrase.typed, isPlaceBox, field: facet, value: String(value), label };
  }

  private toContract(phrase: ReadPhrase, isPlaceBox: boolean, context: Asked): UnderstoodPhrase[] {
    const { language } = context;
    const { kind, typed } = phrase;
    const ofAdvert = this.advertPhrase(phrase, isPlaceBox, context);
    if (ofAdvert) return [ofAdvert];
    if (kind === 'pay') return [];
    if (kind === 'place')
      return [{ kind, typed, isPlaceBox, field: PLACE_FIELD, value: phrase.name, label: phrase.name }];
    if (kind === 'language')
      return phrase.values.map((value) => ({
        kind,
        typed,
        isPlaceBox,
        field: LANGUAGE_FIELD,
        value,
        label: languageName(value, language),
      }));
    return phrase.values.flatMap((slug) => {
      const tid = this.terms.findBySlug(slug)?.tid;
      const term = this.terms.term(tid ?? null, language);
      if (!term) return [];
      return [{ kind, typed, isPlaceBox, field: TERM_FACETS.get(kind)!, value: String(term.tid), label: term.label }];
    });
  }
}

function placeOf(phrases: readonly UnderstoodPhrase[]): string | undefined {
  return phrases.find(({ field }) => field === PLACE_FIELD)?.value;
}

/** Whether a place was picked from suggestions rather than only typed. */
function isPicked({ geoLocation }: QuerySearchApiSearchArgs): boolean {
  return (
    Boolean(geoLocation?.country) || Boolean(geoLocation?.administrativeArea) || typeof geoLocation?.lat === 'number'
  );
}

/** Returns the request with explicit conditions for the recognized phrases. */
function withPhrases(args: QuerySearchApiSearchArgs, phrases: readonly UnderstoodPhrase[]): QuerySearchApiSearchArgs {
  let { geoLocation, condition_group: group } = args;
  for (const field of new Set(phrases.map((phrase) => phrase.field))) {
    const values = [...new Set(phrases.flatMap((phrase) => (phrase.field === field ? [phrase.value] : [])))];
    if (field === PLACE_FIELD) geoLocation = { ...geoLocation, label: values[0] };
    else group = withSelection(group, field, values);
  }
  return { ...args, geoLocation, condition_group: group };
}

/** Adds values to the selection of a facet. */
function withSelection(
  group: ConditionGroupInput | null | undefined,
  field: string,
  values: readonly string[],
): ConditionGroupInput {
  const tag = `facet:${field}`;
  const conditions = values.map((value) => ({ name: field, value, operator: '=' }));
  const own: ConditionGroupInput = { conjunction: 'OR', tags: [tag], conditions };
  if (!group) return { conjunction: 'AND', groups: [own] };
  if (group.conjunction === 'OR' || group.tags?.length) return { conjunction: 'AND', groups: [group, own] };
  const groups = group.groups ?? [];
  const chosen = groups.find(({ conjunction, tags }) => conjunction === 'OR' && tags?.includes(tag));
  if (!chosen) return { ...group, groups: [...groups, own] };
  const both = { ...chosen, conditions: [...(chosen.conditions ?? []), ...conditions] };
  return { ...group, groups: groups.map((other) => (other === chosen ? both : other)) };
}

const languageNames = new Map<string, Intl.DisplayNames>();

function languageName(code: string, language: string): string {
  let names = languageNames.get(language);
  if (!names) languageNames.set(language, (names = new Intl.DisplayNames([language], { type: 'language' })));
  return names.of(code) ?? code;
}

type AdvertContext = Pick<RequestContext, 'site' | 'locale'>;

function daysOf(phrase: ReadPhrase): number | undefined {
  return 'values' in phrase && phrase.values.length === 1 ? Number(phrase.values[0]) : undefined;
}

/** @param own currency of the site, which its pay filter uses @param rates those of the filter, so that both agree */
function yearlyPay(
  { amount, currency, unit }: TypedPay,
  own: string | undefined,
  rates: ExchangeRates,
): number | undefined {
  if (own === undefined) return undefined;
  const stated = currency ?? own;
  const yearly = annualPay({
    min: amount,
    max: amount,
    currency: stated,
    unit: unit.toUpperCase() as SalaryUnit,
  });
  const converted = yearly === undefined ? undefined : convert(yearly, stated, own, rates);
  return converted === undefined ? undefined : Math.floor(converted);
}
