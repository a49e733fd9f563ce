import { foldPlaceName } from './place-name.js';

/**
 * Territories of the United States have postal codes like states (USPS Publication 28), but ISO 3166-1 and the gazetteer list them as
 * countries.
 */
const US_TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI'];

/** A first-level area (state, province, nation, canton, region). */
export interface Area {
  country: string;
  /** Code in the gazetteer's list of cities. */
  sourceCode: string;
  /** The code in local use, if there is one, otherwise the name. */
  code: string;
  /** English name first, then different names in other languages. */
  names: string[];
}

// Format: source code, own code, names (English / others), by country; without an own code, the source code is used.
const TABLE: Record<string, string> = {
  CA: `01 AB Alberta;02 BC British Columbia/Colombie-Britannique/Britisch-Kolumbien;03 MB Manitoba;
    04 NB New Brunswick/Nouveau-Brunswick/Neubraunschweig;05 NL Newfoundland and Labrador/Terre-Neuve-et-Labrador/Newfoundland/Terre-Neuve;
    07 NS Nova Scotia/Nouvelle-Écosse/Neuschottland;08 ON Ontario;09 PE Prince Edward Island/Île-du-Prince-Édouard/PEI;
    10 QC Quebec/Québec/PQ;11 SK Saskatchewan;12 YT Yukon;13 NT Northwest Territories/Territoires du Nord-Ouest/Nordwest-Territorien;14 NU Nunavut`,
  US: `AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California/Kalifornien/Californie;CO Colorado;CT Connecticut;DE Delaware;
    DC District of Columbia;FL Florida/Floride;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;
    LA Louisiana/Louisiane;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;
    NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico/Nouveau-Mexique;NY New York;
    NC North Carolina/Caroline du Nord;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania/Pennsylvanie;RI Rhode Island;
    SC South Carolina/Caroline du Sud;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia/Virginie;WA Washington;
    WV West Virginia;WI Wisconsin;WY Wyoming`,
  GB: 'ENG England/Angleterre;SCT Scotland/Schottland/Écosse;WLS Wales/Pays de Galles;NIR Northern Ireland/Nordirland/Irlande du Nord',
  IE: 'U Ulster;M Munster;L Leinster;C Connacht',
  DE: `01 BW Baden-Württemberg/Bade-Wurtemberg;02 BY Bavaria/Bayern/Bavière;03 HB Bremen/Brême;04 HH Hamburg/Hambourg;05 HE Hesse/Hessen;
    06 NI Lower Saxony/Niedersachsen/Basse-Saxe;07 NW North Rhine-Westphalia/Nordrhein-Westfalen/Rhénanie-du-Nord-Westphalie/NRW;
    08 RP Rhineland-Palatinate/Rheinland-Pfalz/Rhénanie-Palatinat;09 SL Saarland/Sarre;10 SH Schleswig-Holstein;
    11 BB Brandenburg/Brandebourg;12 MV Mecklenburg-Western Pomerania/Mecklenburg-Vorpommern;13 SN Saxony/Sachsen/Saxe;
    14 ST Saxony-Anhalt/Sachsen-Anhalt;15 TH Thuringia/Thüringen/Thuringe;16 BE Berlin`,
  AT: `01 Burgenland;02 Carinthia/Kärnten/Carinthie;03 Lower Austria/Niederösterreich/Basse-Autriche;
    04 Upper Austria/Oberösterreich/Haute-Autriche;05 Salzburg/Salzbourg;06 Styria/Steiermark/Styrie;07 Tyrol/Tirol;08 Vorarlberg;
    09 Vienna/Wien/Vienne`,
  CH: `AG Aargau/Argovie;AI Appenzell Innerrhoden;AR Appenzell Ausserrhoden;BE Bern/Berne;BL Basel-Landschaft/Bâle-Campagne;
    BS Basel-Stadt/Bâle-Ville;FR Fribourg/Freiburg;GE Geneva/Genève/Genf;GL Glarus/Glaris;GR Graubünden/Grisons;JU Jura;
    LU Lucerne/Luzern;NE Neuchâtel/Neuenburg;NW Nidwalden/Nidwald;OW Obwalden/Obwald;SG St. Gallen/Saint-Gall;
    SH Schaffhausen/Schaffhouse;SO Solothurn/Soleure;SZ Schwyz;TG Thurgau/Thurgovie;TI Ticino/Tessin;UR Uri;VD Vaud/Waadt;
    VS Valais/Wallis;ZG Zug/Zoug;ZH Zürich`,
  FR: `11 Île-de-France;24 Centre-Val de Loire;27 Bourgogne-Franche-Comté;28 Normandy/Normandie;32 Hauts-de-France;44 Grand Est;
    52 Pays de la Loire;53 Brittany/Bretagne;75 Nouvelle-Aquitaine;76 Occitanie;84 Auvergne-Rhône-Alpes;
    93 Provence-Alpes-Côte d'Azur/PACA;94 Corsica/Corse/Korsika`,
  BE: 'VLG Flanders/Flandern/Flandre/Vlaanderen;WAL Wallonia/Wallonien/Wallonie;BRU Brussels/Brüssel/Bruxelles',
};

// Where no code is in use, addresses contain the local name.
const LOCAL_NAME: Record<string, number> = { AT: 1 };

export const AREAS: readonly Area[] = Object.entries(TABLE).flatMap(([country, rows]) =>
  rows.split(';').map((row): Area => {
    const [sourceCode = '', ...rest] = row.trim().split(' ');
    const hasCode = rest.length > 1 && /^[A-Z]{2}$/.test(rest[0]!) && /^\d+$/.test(sourceCode);
    const names = rest
      .slice(hasCode ? 1 : 0)
      .join(' ')
      .split('/');
    const numbered = /^\d+$/.test(sourceCode);
    const code = hasCode ? rest[0]! : numbered ? (names[LOCAL_NAME[country] ?? 0] ?? names[0]!) : sourceCode;
    return { country, sourceCode, code, names };
  }),
);

// Names that are German or French; the first name is the English one.
const GERMAN = new Set(
  `Britisch-Kolumbien/Neubraunschweig/Neuschottland/Nordwest-Territorien/Kalifornien/Pennsylvanien/Schottland/Nordirland/Bayern/Hessen/
  Niedersachsen/Nordrhein-Westfalen/Rheinland-Pfalz/Mecklenburg-Vorpommern/Sachsen/Sachsen-Anhalt/Thüringen/Kärnten/Niederösterreich/
  Oberösterreich/Steiermark/Tirol/Wien/Tessin/Freiburg/Genf/Luzern/Neuenburg/Waadt/Wallis/Normandie/Bretagne/Korsika/Flandern/Wallonien/Brüssel`.split(
    /\/\s*/,
  ),
);
const FRENCH = new Set(
  `Colombie-Britannique/Nouveau-Brunswick/Terre-Neuve-et-Labrador/Nouvelle-Écosse/Île-du-Prince-Édouard/Québec/
  Territoires du Nord-Ouest/Californie/Floride/Louisiane/Nouveau-Mexique/Caroline du Nord/Pennsylvanie/Caroline du Sud/Virginie/
  Angleterre/Écosse/Pays de Galles/Irlande du Nord/Bade-Wurtemberg/Bavière/Brême/Hambourg/Basse-Saxe/Rhénanie-du-Nord-Westphalie/
  Rhénanie-Palatinat/Sarre/Brandebourg/Saxe/Thuringe/Carinthie/Basse-Autriche/Haute-Autriche/Salzbourg/Styrie/Vienne/Argovie/Berne/Bâle-Campagne/
  Bâle-Ville/Genève/Tessin/Glaris/Grisons/Neuchâtel/Nidwald/Obwald/Saint-Gall/Schaffhouse/Soleure/Thurgovie/Valais/Zoug/Normandie/Bretagne/
  Corse/Flandre/Wallonie/Bruxelles`.split(/\/\s*/),
);

const byName = new Map(
  AREAS.flatMap((area) =>
    [area.code, ...area.names].map((name) => [`${area.country} ${foldPlaceName(name)}`, area] as const),
  ),
);

/** @param name name or code of a first-level area, in any spelling @returns undefined if it is unknown */
export function findArea(country: string, name: string): Area | undefined {
  return byName.get(`${country.toUpperCase()} ${foldPlaceName(name)}`);
}

/** @param language such as `de` */
export function nameOfArea({ names }: Area, language: string): string {
  const own = language === 'de' ? GERMAN : language === 'fr' ? FRENCH : undefined;
  return names.find((name) => own?.has(name)) ?? names[0]!;
}

/** An area that may be part of a postal address. */
interface ListedArea {
  /** Stored and searched value: the code in local use, otherwise the name. */
  code: string;
  /** Name in the language of the page. */
  name: string;
}

/**
 * @param language such as `de`
 * @returns the first-level areas (provinces, states …), sorted by name; empty for a country whose areas are unknown
 */
export function areasOfCountry(country: string, language: string): ListedArea[] {
  const areas = AREAS.filter((area) => area.country === country).map((area) => ({
    code: area.code,
    name: nameOfArea(area, language),
  }));
  if (country === 'US') {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    areas.push(...US_TERRITORIES.map((code) => ({ code, name: names.of(code) ?? code })));
  }
  return areas.sort((one, other) => one.name.localeCompare(other.name, language));
}

/** @param typed a code or name in any spelling @returns the code of a known area; other input unchanged */
export function areaCode(country: string, typed: string): string {
  return findArea(country, typed)?.code ?? typed;
}
