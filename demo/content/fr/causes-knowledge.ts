import type { CauseText } from '../text-shapes.js';

export const frenchKnowledgeCauses: Readonly<Record<string, CauseText>> = {
  education: {
    people: 'personnes en formation',
    programmes: ['Alphabétisation', 'Bourses', 'Lire ensemble', 'Numérique pour tous', 'Écoles partenaires'],
    names: [
      'Livre ouvert {city}',
      'L’Échelle {place}',
      'École {surname}',
      'Savoirs partagés {city}',
      'Lire à {city}',
      'Bourse {surname}',
    ],
    openings: [
      '{org} aide {thousands} personnes de {home} à lire, à compter et à passer l’examen dont elles étaient un jour sorties.',
      'Chez {org}, un physicien à la retraite explique les fractions à une boulangère, et tous deux s’amusent.',
      'Depuis {founded}, {org} finance, soutient et encourage les études des jeunes de {home}.',
      'Beaucoup d’adultes peinent devant une lettre de la banque ; c’est pour cette lettre que {org} existe à {home}.',
    ],
    missions: [
      'Il n’est jamais ni trop tard ni trop tôt pour apprendre.',
      'Une éducation qui ouvre des portes.',
      'Un bon professeur, une salle chauffée et du temps.',
    ],
    story: [
      'Chaque boursier a un mentor, du premier dossier jusqu’au diplôme.',
      'Nos lecteurs bénévoles visitent {dozens} écoles, souvent avec un chien.',
      'Personne ne demande ici de certificats, seulement ce que l’on voudrait savoir faire.',
    ],
    beliefs: ['La foi dans l’apprentissage à tout âge', 'La joie d’une première phrase écrite'],
  },
  'sports-and-recreation': {
    people: 'sportifs et familles',
    programmes: ['Sport adapté', 'Foot au féminin', 'Salle ouverte', 'Apprendre à nager', 'Plein air'],
    names: [
      'Sport pour tous {city}',
      'Tout le monde joue {place}',
      'Club nautique {place}',
      'Élan {city}',
      'Mi-temps {city}',
      'Patro {place}',
    ],
    openings: [
      '{org} fait bouger chaque semaine {thousands} personnes à {home}, des tout-petits aux vétérans.',
      'Chez {org}, la cotisation est ce qu’une famille peut payer, et personne ne demande deux fois.',
      'Tout a commencé en {founded} sur un terrain de gravier de {home} ; le gravier est parti, l’esprit de {org} est resté.',
      'On vient chez {org} pour le sport, on y reste pour les gens.',
    ],
    missions: [
      'Le sport pour tout le monde, à tous les niveaux.',
      'Une équipe pour chaque enfant qui en veut une.',
      'Des quartiers plus sains et plus amicaux par le jeu.',
    ],
    story: [
      'Basket-fauteuil, cricket et corde à sauter se partagent une salle et une machine à café.',
      'Nous formons chaque année {dozens} jeunes entraîneurs, dont une moitié de filles.',
      'Chaussures, raquettes et patins s’empruntent gratuitement.',
    ],
    beliefs: [
      'L’idée que jouer compte plus que gagner',
      'Le don de mettre en train un groupe fatigué, un jeudi de pluie',
    ],
  },
  'science-and-research': {
    people: 'patients et scientifiques',
    programmes: [
      'Bourses de recherche',
      'Maladies rares',
      'Participation des patients',
      'Essais cliniques',
      'Science ouverte',
    ],
    names: [
      'Institut {surname}',
      'Recherche {surname}',
      'Rares ensemble',
      'Premier Signal',
      'Fonds {place} pour la recherche',
      'Moelle et Espoir',
    ],
    openings: [
      '{org} finance et mène des recherches sur des maladies trop rares pour être rentables.',
      'Depuis {founded}, {org} a soutenu {hundreds} projets à {home} et à l’étranger.',
      'Chez {org}, les patients choisissent avec les scientifiques les prochaines questions.',
      '{org} rapproche laboratoires, hôpitaux et familles pour que le savoir arrive plus vite au chevet.',
    ],
    missions: [
      'De meilleures questions, des réponses plus rapides, ouvertes à tous.',
      'Une recherche que les malades ressentent.',
      'Raccourcir le chemin de la découverte au soin.',
    ],
    story: [
      'Chaque demande est examinée par des spécialistes et par des personnes qui vivent avec la maladie.',
      'Tous les résultats sont publiés librement, même les négatifs.',
      'Une biobanque de {thousands} échantillons est ouverte gratuitement aux équipes.',
    ],
    beliefs: ['Le respect des preuves et des gens derrière les données', 'De la patience envers les petits pas'],
  },
  philanthropy: {
    people: 'donateurs et partenaires',
    programmes: [
      'Soutien aux projets',
      'Fonds abrités',
      'Jury des jeunes',
      'Investissement à impact',
      'Réseau d’apprentissage',
    ],
    names: [
      'Fondation {surname}',
      'Fondation {place}',
      'Fonds {surname}',
      'Donner ensemble {city}',
      'Fondation communautaire {place}',
      'Le Long Cours',
    ],
    openings: [
      '{org} soutient chaque année {hundreds} petites organisations à {home} et dans sa région.',
      'À l’origine de {org}, il y a un legs familial de {founded} ; les décisions passent depuis, pas à pas, aux groupes soutenus.',
      '{org} met en relation des gens qui veulent donner et d’autres, à {home}, qui savent où est le besoin.',
      'Des soutiens longs, des formulaires courts : {org} tâche d’être le financeur que l’on aimerait rencontrer.',
    ],
    missions: [
      'Une générosité qui porte plus loin.',
      'Faire circuler l’argent avec confiance et apprendre au grand jour.',
      'Aider à bien donner.',
    ],
    story: [
      'Deux tiers de nos dons sont libres d’emploi et courent sur trois ans ou plus.',
      'Une demande prend une heure, et nous téléphonons à celles et ceux que nous refusons.',
      'Un jury de jeunes attribue son propre budget et n’a encore rien financé d’ennuyeux.',
    ],
    beliefs: ['Un regard sur les partenaires qui sait qui fait le plus dur', 'De la prudence avec l’influence'],
  },
};
