import { foldPlaceName } from '#shared/places/place-name.js';
import type { PlaceRow } from './gazetteer-rows.js';

/** An interpretation of a typed place: a name, with areas or countries that distinguish it from others of that name. */
export interface PlaceReading {
  name: string;
  qualifiers: string[];
}

const MAX_WORDS = 8;
/** If a city and its area have the same name, it refers to the city if that has at least this share of the area's population. */
const CITY_OUTWEIGHS_AREA = 0.25;

/** Returns folded interpretations, most likely first: one of `Toronto, ON, Canada`, two of `Toronto Ontario`. */
export function readings(text: string): PlaceReading[] {
  const parts = text
    .split(/[,;/()]/)
    .map(foldPlaceName)
    .filter((part) => part !== '');
  const [first, ...qualifiers] = parts;
  if (first === undefined) return [];
  const result: PlaceReading[] = [{ name: first, qualifiers: qualifiers.slice(0, 3) }];
  // `Frankfurt (Oder), Brandenburg`: text in brackets may be part of the name.
  if (text.includes('(')) {
    const [name = '', ...rest] = text
      .split(/[,;/]/)
      .map(foldPlaceName)
      .filter((part) => part !== '');
    result.unshift({ name, qualifiers: rest.slice(0, 3) });
  }
  const words = first.split(' ').slice(0, MAX_WORDS);
  for (let length = words.length - 1; length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    const rest = words.slice(length);
    result.push({ name, qualifiers: [rest.join(' '), ...qualifiers.slice(0, 3)] });
    // `Toronto ON Canada`
    for (let split = 1; split < rest.length; split++) {
      result.push({ name, qualifiers: [rest.slice(0, split).join(' '), rest.slice(split).join(' ')] });
    }
  }
  // `Toronto, Yorkville`: an unknown qualifier must not prevent finding the city.
  if (qualifiers.length > 0) result.push({ name: first, qualifiers: [] });
  return result;
}

type NamedPlace = PlaceRow & { folded: string };

/** Returns the places that match the most likely interpretation with any matches: preferred countries first, then by size. */
export function rankPlaces(
  possible: readonly PlaceReading[],
  rows: readonly NamedPlace[],
  prefer: readonly string[],
  within: readonly string[],
): PlaceRow[] {
  for (const { name, qualifiers } of possible) {
    const fitting = rows.filter(
      (row) =>
        row.folded === name &&
        (within.length === 0 || within.includes(row.country)) &&
        qualifiers.every((qualifier) => rows.some((outer) => outer.folded === qualifier && isWithin(row, outer))),
    );
    if (fitting.length > 0) return ranked(fitting, prefer);
  }
  return [];
}

function isWithin(row: NamedPlace, outer: NamedPlace): boolean {
  if (outer.country !== row.country || outer.id === row.id) return false;
  return outer.kind === 'country' || (outer.kind === 'area' && outer.area === row.area);
}

function ranked(rows: readonly NamedPlace[], prefer: readonly string[]): PlaceRow[] {
  const order = (country: string): number => (prefer.includes(country) ? 0 : 1);
  const weight = (row: NamedPlace): number => {
    if (row.kind !== 'city') return row.population;
    const outer = rows.find(
      ({ kind, country, area }) =>
        kind !== 'city' && country === row.country && (kind === 'country' || area === row.area),
    );
    return outer && row.population >= CITY_OUTWEIGHS_AREA * outer.population ? outer.population + 1 : row.population;
  };
  const distinct = [...new Map(rows.map((row) => [row.id, row])).values()];
  return distinct.sort((a, b) => order(a.country) - order(b.country) || weight(b) - weight(a) || a.id - b.id);
}

/** The place of the gazetteer that an informal name refers to. */
interface NamedByPeople {
  name: string;
  country: string;
}

/**
 * Informal names of cities and names of the regions around them, by country: `place of the gazetteer=informal name, …`. A region is located
 * at its largest city.
 */
const TABLE: Record<string, string> = {
  US: `New York=NYC,N.Y.C.,New York City,Big Apple,NYC metro,Manhattan;Los Angeles=LA,L.A.,Greater Los Angeles,SoCal;San Francisco=SF,Bay Area,San Francisco Bay Area,SF Bay Area,San Fran;
    Washington, D.C.=DC,D.C.,Washington DC,Washington D.C.,DMV,DC metro;Philadelphia=Philly;Las Vegas=Vegas;San Jose=Silicon Valley;Minneapolis=Twin Cities;Dallas=DFW,Dallas Fort Worth;
    Chicago=Chicagoland;Seattle=Puget Sound;New Orleans=NOLA;Salt Lake City=SLC;Boston=Greater Boston;Atlanta=ATL,Metro Atlanta`,
  CA: `Toronto=GTA,Greater Toronto Area,Greater Toronto,GTHA;Vancouver=Lower Mainland,Metro Vancouver,Greater Vancouver,YVR;Montréal=Grand Montréal,Greater Montreal,Mtl;Ottawa=NCR,National Capital Region,Ottawa-Gatineau;
    Kitchener=KW,Waterloo Region,Tri-Cities;St. Catharines=Niagara,Niagara Region;Victoria=Greater Victoria;Québec=Ville de Québec,Quebec City`,
  GB: `London=Greater London,Central London,City of London,LDN;Manchester=Greater Manchester,MCR;Birmingham=West Midlands,Brum;Liverpool=Merseyside;Newcastle upon Tyne=Tyneside,Tyne and Wear;
    Sheffield=South Yorkshire;Leeds=West Yorkshire;Glasgow=Greater Glasgow,Strathclyde;Edinburgh=Lothian`,
  DE: `Essen=Ruhrgebiet,Ruhrpott,Ruhr;Frankfurt am Main=FFM,Frankfurt/M.,Rhein-Main,Rhein-Main-Gebiet,Rhine-Main,Mainhattan;Mannheim=Rhein-Neckar,Rhein-Neckar-Kreis;Munich=Großraum München,MUC;
    Hamburg=HH,Großraum Hamburg;Nürnberg=Metropolregion Nürnberg;Köln=Köln/Bonn,Rheinland;Stuttgart=Region Stuttgart`,
  FR: `Paris=Grand Paris,région parisienne,Greater Paris;Lyon=Grand Lyon;Lille=métropole lilloise;Marseille=Aix-Marseille;Île-de-France=IDF,Ile de France;Bordeaux=bordelais`,
};

const byName = new Map<string, NamedByPeople>(
  Object.entries(TABLE).flatMap(([country, rows]) =>
    rows.split(';').flatMap((row) => {
      const [name = '', others = ''] = row.trim().split('=');
      return others.split(',').map((other): [string, NamedByPeople] => [foldPlaceName(other), { name, country }]);
    }),
  ),
);

/** @returns the place that an informal name refers to; undefined if it is not an informal name */
export function nicknameOf(typed: string): NamedByPeople | undefined {
  return byName.get(foldPlaceName(typed));
}

/** @returns the folded informal names of places in a country */
export function nicknamesIn(country: string): string[] {
  return [...byName].flatMap(([name, place]) => (place.country === country ? [name] : []));
}
