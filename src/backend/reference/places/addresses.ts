import { LRUCache } from 'lru-cache';
import type { SavedAddress } from '../../platform/database/address.js';
import { detached } from '../text/clean-text.js';
import type { KnownPlace, PlaceFinder } from './places.port.js';
import type { TypedPlace } from './typed-place.js';

/** An address, with the reason if it has no exact position. */
export interface PlacedAddress {
  address?: SavedAddress;
  /** Approximate position of its town or area, which is sufficient for the time zone. */
  near?: { lat: number; lon: number };
  problem?: string;
}

const REMEMBERED = 5000;

/** Converts typed places to addresses, with a position only if the gazetteer has an unambiguous match. */
export class Addresses {
  private readonly found = new LRUCache<string, { place?: KnownPlace; area?: string }>({ max: REMEMBERED });

  constructor(
    private readonly finder: PlaceFinder,
    /** Country of places that are given without one. */
    private readonly homeCountry: string | undefined,
  ) {}

  async of(typed: TypedPlace): Promise<PlacedAddress> {
    const { country, area, locality, zip, street, street2, lat, lon } = typed;
    const details = {
      ...(zip ? { zip } : {}),
      ...(street ? { addressLine1: street } : {}),
      ...(street2 ? { addressLine2: street2 } : {}),
    };
    if (locality === undefined && area === undefined && zip === undefined) {
      return country === undefined ? {} : { address: { countryCode: country, ...details, ...position(lat, lon) } };
    }
    const { place, area: knownArea } = await this.lookUp(typed);
    const countryCode = country ?? place?.country ?? this.homeCountry;
    if (countryCode === undefined)
      return { problem: `“${locality ?? area ?? zip ?? ''}” is in no country that is known` };
    const areaCode = place?.area || (knownArea ?? area);
    return {
      address: {
        countryCode,
        ...(areaCode ? { administrativeArea: areaCode } : {}),
        ...localityOf(locality, place),
        ...details,
        ...(lat === undefined || lon === undefined
          ? place?.kind === 'city' && position(place.lat, place.lon)
          : position(lat, lon)),
      },
      ...(place && place.kind !== 'country' ? { near: { lat: place.lat, lon: place.lon } } : {}),
      ...(place || locality === undefined
        ? {}
        : { problem: `“${locality}” is not in the gazetteer or is ambiguous; imported without coordinates` }),
    };
  }

  private async lookUp(typed: TypedPlace): Promise<{ place?: KnownPlace; area?: string }> {
    const key = detached(JSON.stringify([typed.country, typed.area, typed.locality, typed.zip]));
    const known = this.found.get(key);
    if (known) return known;
    const found = await this.finder.find(typed);
    this.found.set(key, found);
    return found;
  }
}

function localityOf(typed: string | undefined, place: KnownPlace | undefined): { locality?: string } {
  if (place?.kind === 'city') return { locality: place.name };
  if (place || typed === undefined) return {};
  // `RTP` is a name, whereas `DALLAS` is written in capitals.
  const shouted = typed.length > 4 && (typed === typed.toUpperCase() || typed === typed.toLowerCase());
  return {
    locality: shouted ? typed.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase()) : typed,
  };
}

function position(lat: number | undefined, lon: number | undefined): { lat?: number; lon?: number } {
  return lat === undefined || lon === undefined ? {} : { lat, lon };
}
