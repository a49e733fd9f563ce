import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema.js';
import { foldedSpellings } from '#shared/places/place-name.js';

// The gazetteer has one name for each city, which is either the local or the English one. This table adds the English, German and French
// names and other common names: `name in the gazetteer=English/German/French,others`. An empty name means the gazetteer's own name.
const TABLE: Record<string, string> = {
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

interface CityNames {
  /** Names by language; omitted if it is the gazetteer's own name. */
  inLanguage: Partial<Record<string, string>>;
  others: readonly string[];
}

const LANGUAGES = ['en', 'de', 'fr'];

const NAMES = new Map(
  Object.entries(TABLE).flatMap(([country, rows]) =>
    rows.split(';').map((row): [string, CityNames] => {
      const [name = '', rest = ''] = splitOnce(row.trim(), '=');
      return [`${country} ${name}`, readNames(rest)];
    }),
  ),
);

function readNames(text: string): CityNames {
  const [, english = '', german = '', rest = ''] = /^([^/]*)\/([^/]*)\/(.*)$/.exec(text) ?? [];
  const [french = '', ...others] = rest.split(/,(?! )/);
  const known = [english, german, french].map((name, index) => [LANGUAGES[index]!, name] as const);
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
export function cityNameIn(country: string, name: string, language: string | undefined): string {
  return (language && NAMES.get(`${country} ${name}`)?.inLanguage[language]) || name;
}

/** Returns other names of a city, in any language. */
export function otherNamesOf(country: string, name: string): readonly string[] {
  const names = NAMES.get(`${country} ${name}`);
  return names ? [...Object.values(names.inLanguage).filter((other) => other !== undefined), ...names.others] : [];
}

/** Returns the country and the gazetteer's name of every city with other names. */
export function citiesWithOtherNames(): { country: string; name: string }[] {
  return [...NAMES.keys()].map((key) => ({ country: key.slice(0, 2), name: key.slice(3) }));
}

/** Adds the names in other languages to cities that are already stored. */
export async function addCityNames(database: Kysely<Database>): Promise<void> {
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
