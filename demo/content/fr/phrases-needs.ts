import type { Phrases } from '../text-shapes.js';

type NeedsPhrases = Pick<
  Phrases,
  | 'experience'
  | 'softNeeds'
  | 'checks'
  | 'encouragement'
  | 'leadDuties'
  | 'leadNeeds'
  | 'learning'
  | 'internNeeds'
  | 'volunteerNeeds'
>;

export const frenchNeedsPhrases: NeedsPhrases = {
  experience: {
    'entry-level': [
      'Une première expérience {field}, même bénévole, est bienvenue sans être exigée',
      'Aucun long parcours n’est demandé : nous vous formerons',
      'De l’intérêt pour un travail {field}',
    ],
    '1-2-years': ['Un ou deux ans d’expérience {field}', 'Au moins une année {field} ou une expérience comparable'],
    '3-5-years': [
      'Au moins trois ans d’expérience {field}',
      'Environ quatre ans {field}, de préférence en milieu associatif',
      'Plusieurs années de pratique {field}',
    ],
    '6-10-years': [
      'Au moins six ans {field}, dont quelques-uns à la tête d’une équipe',
      'Une longue expérience {field}',
      'De six à dix ans de pratique {field}',
    ],
    '10-plus-years': [
      'Plus de dix ans {field}, dont plusieurs aux commandes',
      'Au moins dix ans {field} et le jugement qui vient avec',
    ],
  },
  softNeeds: [
    'L’esprit d’équipe et un humour qui résiste au lundi',
    'De l’initiative, et la politesse d’en informer les autres',
    'De l’ouverture envers toutes les origines et tous les modes de vie',
    'L’habitude de finir ce que l’on commence',
    'Une autre langue est toujours un atout',
    'Le sens des priorités quand tout arrive en même temps',
    'Une bonne maîtrise du français, à l’oral comme à l’écrit',
    'La franchise de dire « je ne sais pas », puis de chercher',
    'De la patience avec les gens, et un peu d’impatience avec les obstacles',
    'L’envie de donner un coup de main hors de sa fiche de poste',
    'Une humeur égale les jours inégaux',
    'La fiabilité : on vient quand on l’a dit',
    'L’aisance avec les outils numériques courants',
  ],
  checks: ['{check}, que nous demanderons à l’embauche', '{check} (les frais sont pour nous)'],
  encouragement: [
    'Vous ne cochez pas toutes les cases ? Écrivez-nous quand même.',
    'L’expérience vient du travail, du bénévolat ou de la vie ; nous comptons les trois.',
    'Si votre parcours est atypique, nous voulons l’entendre.',
  ],
  leadDuties: [
    'Encadrer une équipe de {team} personnes, avec des entretiens réguliers et des retours francs',
    'Tenir le budget de votre secteur et en rendre compte chaque trimestre',
    'Recruter et bien accueillir les nouveaux collègues',
    'Siéger au comité de direction élargi',
    'Fixer les priorités de l’année, et dire ce que l’on ne fera pas',
    'Nous représenter dans les réseaux et auprès des financeurs',
  ],
  leadNeeds: [
    'L’expérience de l’encadrement, entretiens difficiles compris',
    'Une façon de diriger qui laisse de la place aux autres',
    'De l’aisance avec les budgets et les conseils d’administration',
    'La capacité de voir loin les jours où l’on court',
  ],
  learning: [
    'Apprendre le métier auprès de collègues d’expérience, avec un plan sur six mois',
    'Passer quelques jours dans d’autres équipes pour comprendre l’ensemble',
    'Apporter questions et idées à la réunion de la semaine',
  ],
  internNeeds: [
    'Des études en cours ou tout juste terminées dans un domaine voisin',
    'De la curiosité et le courage de demander',
    'Une écriture soignée et le goût du détail',
    'De l’intérêt pour le monde associatif',
    'Un bon français ; les autres langues sont bienvenues',
  ],
  volunteerNeeds: [
    'Un contact patient et chaleureux',
    'Dix-huit ans au moins',
    'Un engagement d’environ six mois',
    'De la fiabilité : d’autres comptent sur vous',
    'Aucune expérience préalable, seulement l’envie d’apprendre',
  ],
};
