import type { NamePools } from '../text-shapes.js';

const pools: NamePools = {
  places: [
    'Lindenhof',
    'Rosengarten',
    'Sonnenhang',
    'Birkenau',
    'Mühlbach',
    'Ostend',
    'Weidenkamp',
    'Südstadt',
    'Eichengrund',
    'Brunnentor',
    'Marienberg',
    'Wiesental',
    'Hafenviertel',
    'Nordring',
    'Steinfurth',
    'Königsbrück',
    'Auental',
    'Fuchsberg',
    'Turmplatz',
    'Kleefeld',
    'Rabenstein',
    'Seewinkel',
  ],
  surnames: [
    'Brandstätter',
    'Hollmann',
    'von Wiesenthau',
    'Kessler',
    'Ahrens',
    'Zimmerli',
    'Yıldız',
    'Lichtenberg',
    'Pohlmann',
    'Reuss',
    'Sattler',
    'Oberhauser',
    'Thieme',
    'Vogelsang',
    'Nagel-Dürr',
  ],
  saints: ['St. Elisabeth', 'St. Martin', 'St. Hedwig', 'St. Lukas', 'St. Anna', 'Maria Hilf', 'St. Georg'],
  founders: ['Hildegard', 'Marianne', 'Charlotte', 'Annegret', 'Luise', 'Ayşe'],
};

export function germanNamePools(): NamePools {
  return pools;
}
