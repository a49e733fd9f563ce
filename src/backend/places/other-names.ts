// The gazetteer has one name a city, now the local one, now the English one.
// country: name in the gazetteer = other names.
const TABLE: Record<string, string> = {
  AT: 'Vienna=Wien,Vienne;Sankt Pölten=St. Pölten',
  BE: 'Brussels=Bruxelles,Brüssel,Brussel;Antwerpen=Antwerp,Anvers;Gent=Ghent,Gand;Brugge=Bruges,Brügge;Liège=Lüttich,Luik;Leuven=Louvain,Löwen',
  CA: "Québec=Quebec City,Ville de Québec;Montréal=Montreal;St. John's=Saint John's;Trois-Rivières=Three Rivers;Greater Sudbury=Sudbury;Kitchener=Kitchener-Waterloo",
  CH: 'Geneva=Genève,Genf;Genève=Geneva,Genf;Bern=Berne;Basel=Bâle,Basle;Luzern=Lucerne;Zürich=Zurich;Sankt Gallen=St. Gallen,Saint-Gall;Fribourg=Freiburg im Üechtland;Biel/Bienne=Biel,Bienne',
  CZ: 'Prague=Prag,Praha',
  DE: 'Munich=München;Köln=Cologne,Koeln;Nürnberg=Nuremberg;Hannover=Hanover,Hanovre;Hamburg=Hambourg;Frankfurt am Main=Frankfurt,Francfort;Freiburg=Freiburg im Breisgau,Fribourg-en-Brisgau;Mainz=Mayence;Aachen=Aix-la-Chapelle;Brunswick=Braunschweig;Braunschweig=Brunswick;Dresden=Dresde;Koblenz=Coblence;Trier=Trèves;Regensburg=Ratisbonne',
  DK: 'Copenhagen=Kopenhagen,København,Copenhague',
  ES: 'Madrid=;Barcelona=Barcelone;Sevilla=Seville',
  FR: 'Strasbourg=Straßburg;Marseille=Marseilles;Lyon=Lyons;Nice=Nizza;Mulhouse=Mülhausen',
  GB: 'London=Londres,Londra;Edinburgh=Édimbourg;Kingston upon Hull=Hull;Newcastle upon Tyne=Newcastle;Stoke-on-Trent=Stoke;Southend-on-Sea=Southend;Cardiff=Caerdydd',
  GR: 'Athens=Athen,Athènes',
  IE: 'Dublin=Baile Átha Cliath;Cork=Corcaigh;Galway=Gaillimh',
  IT: 'Rome=Rom,Roma;Milano=Milan,Mailand;Milan=Milano,Mailand;Firenze=Florence,Florenz;Florence=Firenze,Florenz;Venezia=Venice,Venedig;Napoli=Naples,Neapel;Torino=Turin;Turin=Torino',
  LU: 'Luxembourg=Luxemburg,Luxembourg City',
  NL: 'The Hague=Den Haag,La Haye',
  PL: 'Warsaw=Warschau,Warszawa,Varsovie;Kraków=Krakau,Cracovie',
  PT: 'Lisbon=Lissabon,Lisboa,Lisbonne',
  RU: 'Moscow=Moskau,Moskva,Moscou',
  US: 'New York City=New York,NYC;Los Angeles=LA;San Francisco=SF;Washington, D. C.=Washington,Washington DC,Washington D.C.;Washington, D.C.=Washington,Washington DC,Washington D.C.;Philadelphia=Philly;Saint Louis=St. Louis;St. Louis=Saint Louis;Saint Paul=St. Paul',
};

const OTHER_NAMES = new Map(
  Object.entries(TABLE).flatMap(([country, rows]) =>
    rows.split(';').map((row): [string, string[]] => {
      const [name = '', others = ''] = row.split('=');
      return [`${country} ${name}`, others.split(',').filter((other) => other !== '')];
    }),
  ),
);

/** Names that a city also goes by. */
export function otherNamesOf(country: string, name: string): readonly string[] {
  return OTHER_NAMES.get(`${country} ${name}`) ?? [];
}
