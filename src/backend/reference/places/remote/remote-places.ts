import { LRUCache } from 'lru-cache';
import type { BackendLogger, GeocoderOptions } from '#contract/backend/backend.js';
import type { FoundPlace, Places, PlacePreference } from '../places.port.js';
import { GEOCODER_SHAPES } from './geocoder-responses.js';

const MAX_LENGTH = 100;
const MAX_ENTRIES = 5000;
const CACHED_MS = 24 * 60 * 60 * 1000;
/** Short, because suggestions are requested while the user is typing. */
const TIMEOUT_MS = 1500;
/** Pause after a failure, in which the geocoder is not queried. */
const PAUSE_MS = 30_000;
const MAX_BYTES = 500_000;
/** Factor for the number of requested results, because some may be in other countries. */
const SPARE = 3;

/** Places from an operator's geocoder; falls back to the gazetteer if it finds none or is unavailable. */
export class RemotePlaces implements Places {
  private readonly answers: LRUCache<string, readonly FoundPlace[]>;
  private pausedUntil = 0;

  constructor(
    private readonly options: GeocoderOptions,
    private readonly gazetteer: Places,
    private readonly logger: BackendLogger,
  ) {
    this.answers = new LRUCache({
      max: MAX_ENTRIES,
      ttl: CACHED_MS,
      // Concurrent lookups of the same address share one request.
      fetchMethod: (address: string) => this.ask(address),
    });
  }

  async resolve(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]> {
    return (await this.find(text, preference, limit)) ?? this.gazetteer.resolve(text, preference, limit);
  }

  async suggest(text: string, preference: PlacePreference, limit: number): Promise<readonly FoundPlace[]> {
    return (await this.find(text, preference, limit)) ?? this.gazetteer.suggest(text, preference, limit);
  }

  namesOfArea(country: string, area: string): Promise<string[]> {
    return this.gazetteer.namesOfArea(country, area);
  }

  nearest(lat: number, lon: number, language?: string): Promise<FoundPlace | undefined> {
    return this.gazetteer.nearest(lat, lon, language);
  }

  /** @returns undefined if the geocoder finds nothing or is unavailable */
  private async find(
    text: string,
    preference: PlacePreference,
    limit: number,
  ): Promise<readonly FoundPlace[] | undefined> {
    const typed = text
      .replace(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, MAX_LENGTH);
    if (typed === '' || Date.now() < this.pausedUntil) return undefined;
    const { kind, url } = this.options;
    const address = new URL(url);
    const parameters = GEOCODER_SHAPES[kind].parameters(typed, preference, limit * SPARE);
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    try {
      const found = (await this.answers.fetch(address.href)) ?? [];
      const places = chosen(found, preference, limit);
      return places.length > 0 ? places : undefined;
    } catch (error) {
      this.pausedUntil = Date.now() + PAUSE_MS;
      this.logger.warn({ reason: (error as Error).message }, 'The geocoder does not answer: using the gazetteer');
      return undefined;
    }
  }

  /** @throws if there is no response in time, or it is invalid */
  private async ask(address: string): Promise<readonly FoundPlace[]> {
    const response = await fetch(address, {
      headers: { Accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const answer: unknown = JSON.parse(await textOf(response));
    return GEOCODER_SHAPES[this.options.kind].read(answer).filter((place) => place !== undefined);
  }
}

/** Returns the places within the allowed countries: preferred countries first, otherwise in the geocoder's order. */
function chosen(
  found: readonly FoundPlace[],
  { prefer = [], within = [] }: PlacePreference,
  limit: number,
): readonly FoundPlace[] {
  const order = ({ country }: FoundPlace): number => (prefer.includes(country) ? 0 : 1);
  return found
    .filter(({ country }) => within.length === 0 || within.includes(country))
    .sort((a, b) => order(a) - order(b))
    .slice(0, limit);
}

async function textOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    if (text.length > MAX_BYTES) throw new Error('the response is too large');
  }
  return text;
}
