import type { ProfileTexts } from '../profile-texts.js';

export const frenchProfile: ProfileTexts = {
  people: [
    ['Mme', 'Camille'],
    ['M.', 'Julien'],
    ['', 'Dominique'],
    ['Mme', 'Inès'],
    ['M.', 'Mathieu'],
    ['Mme', 'Aurélie'],
    ['M.', 'Karim'],
  ],
  surnames: ['Lefèvre', 'Gagnon', 'Benali', 'Morin', 'Dubois', 'Roy', 'Fontaine', 'Bouchard', 'Girard', 'Perret'],
  positions: [
    'Ressources humaines',
    'Coordination des bénévoles',
    'Direction des programmes',
    'Administration',
    'Recrutement',
  ],
  reachable: [
    'Joignable de préférence le matin, du lundi au jeudi.',
    'Appelez-moi avant de postuler, avec plaisir.',
    'Je réponds aux courriels sous deux jours ouvrables.',
  ],
  branches: ['Cuisine collective', 'Lieu d’accueil', 'Salles de formation', 'Entrepôt', 'Maison des jeunes', 'Atelier'],
  pictures: [
    'Notre équipe à la fête d’été',
    'Le jardin derrière la maison',
    'Un atelier dans la grande salle',
    'Réunion du matin autour d’un café',
    'Des bénévoles préparent des colis',
    'L’entrée un matin d’hiver',
  ],
  videos: ['Une journée avec notre équipe', 'Pourquoi nous faisons ce travail', 'Notre maison en trois minutes'],
  questions: [
    [
      'Que se passe-t-il après ma candidature ?',
      'Nous en accusons réception sous deux jours et répondons sous deux semaines. Le plus souvent, deux rencontres précèdent la décision.',
    ],
    [
      'Puis-je passer vous voir avant ?',
      'Oui. Écrivez à l’une des personnes de cette page et nous trouverons une heure.',
    ],
    [
      'Acceptez-vous les reconversions ?',
      'Souvent. Dites-nous ce que vous avez fait jusqu’ici et ce que vous aimeriez apprendre.',
    ],
    ['Qui m’accompagne au début ?', 'Pendant trois mois, une personne de l’équipe est à vos côtés.'],
    [
      'Le bâtiment est-il accessible ?',
      'Il y a un ascenseur et une entrée de plain-pied. Dites-nous ce qu’il vous faut pour un entretien.',
    ],
  ],
  documents: [
    ['Rapport annuel', 'rapport-annuel.pdf', 'Ce que nous avons fait l’an dernier et qui l’a financé.'],
    ['Travailler avec nous', 'travailler-avec-nous.pdf', 'Salaires, congés et façon de travailler ensemble.'],
  ],
};
