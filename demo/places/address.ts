import type { Language } from '../../src/backend/reference/taxonomy/vocabularies.js';
import type { DemoAddress } from '../demo-data.js';
import type { Random } from '../random.js';
import type { Place } from './place.js';

const englishStreets = {
  CA: ['King Street West', 'Queen Street East', 'Main Street', 'Victoria Avenue', 'Church Street', 'Wellington Street'],
  US: ['Main Street', 'Lincoln Avenue', 'Washington Street', 'Cedar Street', 'Park Avenue', '3rd Street'],
  GB: ['High Street', 'Station Road', 'Mill Lane', 'Chapel Street', 'Victoria Road', 'Albion Street'],
  IE: ['Main Street', 'Abbey Street', 'Bridge Street', 'Thomas Street', 'Parnell Road'],
  KE: ['Ngong Road', 'Moi Avenue', 'Kenyatta Avenue', 'Oginga Odinga Street'],
  CH: ['Rue de Lausanne', 'Avenue de France', 'Rue de Varembé'],
} as const;

const germanStreets = [
  'Bahnhofstraße',
  'Lindenstraße',
  'Gartenstraße',
  'Kirchgasse',
  'Am Markt',
  'Bergstraße',
  'Mühlenweg',
  'Schillerstraße',
];
const frenchStreets = [
  'rue de la République',
  'rue Victor-Hugo',
  'avenue de la Gare',
  'rue des Tanneurs',
  'boulevard de la Liberté',
  'rue du Moulin',
  'rue Pasteur',
];
const quebecStreets = ['rue Saint-Denis', 'rue Sainte-Catherine', 'rue Principale', 'boulevard Laurier', 'rue Ontario'];

// Canadian postal codes never contain D, F, I, O, Q or U; the last two letters of British ones are never C, I, K, M, O or V.
const canadianLetters = Array.from('ABCEGHJKLMNPRSTVWXYZ');
const britishLetters = Array.from('ABDEFGHJLNPQRSTUWXYZ');

function postalCode(place: Place, random: Random): string {
  const district = random.pick(place.postal);
  const digit = (): string => String(random.integer(1, 9));
  switch (place.country) {
    case 'CA':
      return `${district} ${digit()}${random.pick(canadianLetters)}${digit()}`;
    case 'GB':
      return `${district} ${digit()}${random.pick(britishLetters)}${random.pick(britishLetters)}`;
    case 'IE':
      return `${district} ${random.pick(Array.from('ACDEFHKNPRTVWXY'))}${digit()}${random.pick(Array.from('ACDEFHKNPRTVWXY'))}${digit()}`;
    default:
      return district;
  }
}

function streetLine(place: Place, language: Language, random: Random): string {
  const number = random.integer(2, 240);
  if (language === 'de') {
    const street = random.pick(germanStreets);
    return `${place.country === 'CH' ? street.replace('ß', 'ss') : street} ${number}`;
  }
  if (language === 'fr') {
    if (place.country === 'CA') return `${number}, ${random.pick(quebecStreets)}`;
    const street = random.pick(frenchStreets);
    return place.country === 'FR' ? `${number}, ${street}` : `${street[0]?.toUpperCase()}${street.slice(1)} ${number}`;
  }
  const streets = englishStreets[place.country as keyof typeof englishStreets];
  return place.country === 'CH' ? `${random.pick(streets)} ${number}` : `${number} ${random.pick(streets)}`;
}

export function addressIn(place: Place, language: Language, random: Random): DemoAddress {
  // A few hundred metres in each direction: pins on a map do not overlap, and none is in the lake.
  const spread = (): number => (random.next() - 0.5) * 0.016;
  return {
    addressLine1: streetLine(place, language, random),
    locality: place.city,
    administrativeArea: place.region,
    zip: postalCode(place, random),
    countryCode: place.country,
    lat: Number((place.lat + spread()).toFixed(5)),
    lon: Number((place.lon + spread()).toFixed(5)),
  };
}
