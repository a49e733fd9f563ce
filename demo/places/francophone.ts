import { frenchCanadianPlaces } from './canada.js';
import { placesIn } from './place.js';

export const francophonePlaces = [
  ...placesIn('FR', [
    [
      'Paris',
      'Île-de-France',
      48.8566,
      2.3522,
      24,
      '75010 75011 75013 75018 75019 75020',
      'Belleville, la Goutte d’Or, Ménilmontant',
    ],
    ['Lyon', 'Auvergne-Rhône-Alpes', 45.764, 4.8357, 9, '69003 69007 69008', 'la Guillotière, la Duchère, Gerland'],
    [
      'Marseille',
      'Provence-Alpes-Côte d’Azur',
      43.2965,
      5.3698,
      7,
      '13001 13003 13014',
      'la Belle de Mai, Noailles, Saint-Louis',
    ],
    ['Toulouse', 'Occitanie', 43.6047, 1.4442, 5, '31000 31100', 'le Mirail, Empalot, Bonnefoy'],
    ['Lille', 'Hauts-de-France', 50.6292, 3.0573, 5, '59000 59800', 'Wazemmes, Moulins, Fives'],
    ['Nantes', 'Pays de la Loire', 47.2184, -1.5536, 4, '44000 44100', 'Bellevue, Malakoff, Chantenay'],
    ['Bordeaux', 'Nouvelle-Aquitaine', 44.8378, -0.5792, 4, '33000 33300', 'Bacalan, Saint-Michel'],
    ['Strasbourg', 'Grand Est', 48.5734, 7.7521, 3, '67000 67200', 'Neudorf, Hautepierre, le Neuhof'],
    ['Rennes', 'Bretagne', 48.1173, -1.6778, 3, '35000 35200', 'Maurepas, Villejean, le Blosne'],
    ['Montpellier', 'Occitanie', 43.6108, 3.8767, 2.5, '34000 34080'],
    ['Grenoble', 'Auvergne-Rhône-Alpes', 45.1885, 5.7245, 2, '38000 38100'],
    ['Angers', 'Pays de la Loire', 47.4784, -0.5632, 1.2, '49000 49100'],
    ['Clermont-Ferrand', 'Auvergne-Rhône-Alpes', 45.7772, 3.087, 1.2, '63000 63100'],
    ['Besançon', 'Bourgogne-Franche-Comté', 47.2378, 6.0241, 0.8, '25000'],
    ['Quimper', 'Bretagne', 47.9961, -4.0964, 0.5, '29000'],
    ['Périgueux', 'Nouvelle-Aquitaine', 45.184, 0.7211, 0.4, '24000'],
  ]),
  ...placesIn('BE', [
    [
      'Bruxelles',
      'Bruxelles-Capitale',
      50.8503,
      4.3517,
      10,
      '1000 1060 1050 1080',
      'Molenbeek, Saint-Gilles, Schaerbeek',
    ],
    ['Liège', 'Wallonie', 50.6326, 5.5797, 2.5, '4000 4020', 'Outremeuse, Sainte-Marguerite'],
    ['Namur', 'Wallonie', 50.4674, 4.872, 1.5, '5000'],
  ]),
  ...placesIn('CH', [
    ['Genève', 'GE', 46.2044, 6.1432, 8, '1201 1203 1205', 'Plainpalais, la Jonction, Carouge'],
    ['Lausanne', 'VD', 46.5197, 6.6323, 4, '1003 1004 1005', 'la Bourdonnette, Sévelin'],
    ['Fribourg', 'FR', 46.8065, 7.162, 1, '1700'],
  ]),
  ...frenchCanadianPlaces.filter((place) => ['Montréal', 'Québec', 'Ottawa'].includes(place.city)),
];
