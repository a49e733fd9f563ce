import { foldPlaceName } from '#shared/places/place-name.js';

/** The place of the gazetteer that an informal name refers to. */
export interface NamedByPeople {
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

/** @returns the folded informal names of places in these countries */
export function nicknamesIn(countries: readonly string[]): string[] {
  return [...byName].flatMap(([name, { country }]) => (countries.includes(country) ? [name] : []));
}
