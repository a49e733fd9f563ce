import { AREAS, type Area } from './areas.js';
import { foldPlaceName } from './place-name.js';

// Which of the names of an area are German or French, where the first, which is English, is not.
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

/** @param name of a first-level area, or its code, in whatever spelling. @returns undefined: it is not known */
export function findArea(country: string, name: string): Area | undefined {
  return byName.get(`${country.toUpperCase()} ${foldPlaceName(name)}`);
}

/** @param language `de` */
export function nameOfArea({ names }: Area, language: string): string {
  const own = language === 'de' ? GERMAN : language === 'fr' ? FRENCH : undefined;
  return names.find((name) => own?.has(name)) ?? names[0]!;
}
