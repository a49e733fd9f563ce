import type { NamePools } from '../text-shapes.js';

const european: NamePools = {
  places: [
    'des Tilleuls',
    'du Vallon',
    'Belle-Rive',
    'du Moulin',
    'de l’Étang',
    'des Glycines',
    'Haute-Fontaine',
    'du Vieux-Port',
    'des Coquelicots',
    'de la Colline',
    'Grand-Pré',
    'des Remparts',
    'Clairval',
    'du Bois-Joli',
    'des Alouettes',
  ],
  surnames: [
    'Montbrun',
    'Lacasse',
    'Delorme',
    'Rochat',
    'Vauquelin',
    'Ndiaye',
    'Berthier',
    'Chassagne',
    'Favre-Lenoir',
    'Aubertin',
    'Kacimi',
    'Peyrolles',
  ],
  saints: ['Saint-Martin', 'Sainte-Claire', 'Saint-Roch', 'Sainte-Anne', 'Saint-Éloi', 'Notre-Dame-du-Port'],
  founders: ['Madeleine', 'Suzanne', 'Odile', 'Germaine', 'Aïcha'],
};

const canadian: NamePools = {
  places: [
    'des Érables',
    'du Ruisseau',
    'Bellerive',
    'des Pins',
    'de la Montagne',
    'du Faubourg',
    'des Bouleaux',
    'Beauséjour',
    'du Phare',
    'des Rapides',
    'de l’Anse',
    'Grand-Portage',
  ],
  surnames: [
    'Lajeunesse',
    'Desrochers',
    'Théberge',
    'Cormier',
    'Bissonnette',
    'Vaillancourt',
    'Jean-Baptiste',
    'Larivée',
    'Robichaud',
  ],
  saints: ['Saint-Joseph', 'Sainte-Anne', 'Saint-Laurent', 'Sainte-Marguerite', 'Saint-Eusèbe'],
  founders: ['Jeannine', 'Thérèse', 'Rollande', 'Marie-Ange'],
};

export function frenchNamePools(country: string): NamePools {
  return country === 'CA' ? canadian : european;
}
