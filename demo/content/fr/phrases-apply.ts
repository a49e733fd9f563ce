import type { Phrases } from '../text-shapes.js';

type ApplyPhrases = Pick<
  Phrases,
  'pay' | 'payPlain' | 'payUnsaid' | 'benefits' | 'volunteerOffer' | 'apply' | 'timeline' | 'closing' | 'equity'
>;

export const frenchApplyPhrases: ApplyPhrases = {
  pay: [
    'Une rémunération de {pay}, selon l’expérience',
    'Rémunération : {pay}',
    '{pay}, selon une grille qui vaut pour tout le monde',
    'Un salaire de {pay}, revu chaque printemps',
  ],
  payPlain: 'Rémunération : {pay}',
  payUnsaid: [
    'Une rémunération selon notre grille, que nous vous enverrons avant l’entretien',
    'Un salaire conforme à la convention collective',
    'Une rémunération dont nous parlerons dès le premier échange',
  ],
  benefits: {
    'health-insurance': [
      'Une assurance santé complémentaire dès le premier jour',
      'Une complémentaire santé pour vous et votre famille',
    ],
    'dental-and-vision': [
      'La prise en charge des soins dentaires et des lunettes',
      'Une couverture dentaire et optique',
    ],
    pension: [
      'Un régime de retraite avec participation de l’employeur',
      'Une cotisation de six pour cent à votre retraite',
    ],
    'generous-leave': [
      'Six semaines de congés par an',
      'Cinq semaines de congés, plus la pause entre Noël et le Nouvel An',
    ],
    'flexible-hours': [
      'Des horaires souples, compatibles avec l’école et les rendez-vous',
      'Des heures de début et de fin flexibles quand le service le permet',
    ],
    'working-from-home': ['Du télétravail les jours convenus', 'De quoi bien équiper votre bureau à la maison'],
    'training-budget': [
      'Un budget de formation et le temps de l’utiliser',
      'Des formations payées et, si vous le souhaitez, un mentor',
    ],
    'parental-leave': [
      'Un complément de salaire pendant le congé parental',
      'Un congé parental bonifié pour tous les parents',
    ],
    'transit-pass': ['Une participation à votre titre de transport', 'L’abonnement aux transports pris en charge'],
    'employee-assistance': [
      'De l’analyse des pratiques et un soutien psychologique confidentiel',
      'Une supervision régulière',
    ],
    sabbatical: ['Un mois payé libre tous les cinq ans', 'Un congé sabbatique possible après cinq ans'],
    'four-day-week': ['La semaine de quatre jours à plein salaire', 'Quatre jours de travail payés cinq'],
    'volunteer-days': ['Trois jours payés par an pour votre propre bénévolat', 'Des journées de bénévolat rémunérées'],
    'childcare-support': ['Une aide à la garde d’enfants', 'Des places réservées dans une crèche voisine'],
    meals: ['Un repas chaud le midi, cuisiné sur place', 'Une participation aux repas'],
    'bike-scheme': ['Une aide à l’achat d’un vélo et un abri pour le garer', 'Une indemnité vélo'],
  },
  volunteerOffer: [
    'Un vrai accueil et une personne de référence',
    'Le remboursement des trajets, et le repas les longues journées',
    'Des formations gratuites, des premiers secours à l’écoute',
    'Une assurance et une attestation à la fin',
    'Une équipe sympathique et une fête chaque été',
  ],
  apply: {
    form: [
      'Postulez par le formulaire de cette page ; un CV et quelques lignes suffisent.',
      'Le formulaire prend dix minutes, et vous pouvez l’enregistrer en cours de route.',
      'Joignez votre CV au formulaire ; au lieu d’une lettre classique, racontez-nous une réalisation qui compte pour vous.',
      'Un CV et une page sur vous nous suffisent ; envoyez les deux par le formulaire.',
      'Vous pouvez postuler ici même, sans photo ni date de naissance.',
      'Remplissez le court formulaire ; nous ne demandons rien que nous ne lisions.',
      'Cliquez sur « Postuler », ajoutez votre CV et dites en quelques phrases ce qui vous attire.',
    ],
    email: [
      'Envoyez CV et lettre d’une page à {email}.',
      'Écrivez à {email} en indiquant l’intitulé du poste dans l’objet.',
      'Dites-nous à {email} ce qui vous attire, CV à l’appui.',
    ],
    link: [
      'Postulez sur notre page de recrutement, où se trouve aussi la description complète.',
      'Le lien vous mène directement à notre formulaire.',
    ],
  },
  timeline: [
    'Nous lisons les candidatures au fil de l’eau.',
    'Tout le monde reçoit une réponse, en général sous trois semaines.',
    'Deux entretiens sont prévus : l’un avec la direction, l’autre avec l’équipe.',
    'Nous envoyons les questions la veille de l’entretien.',
    'Une question ? Appelez-nous.',
  ],
  closing: [
    'Les candidatures sont ouvertes jusqu’au {close}.',
    'Date limite : {close}.',
    'Merci de postuler avant le {close}.',
  ],
  equity: [
    'Toutes les candidatures sont bienvenues, quels que soient l’origine, la religion, l’âge, le genre ou l’orientation. Dites-nous ce qu’il vous faut pour l’entretien.',
    'Nous encourageons en particulier les personnes en situation de handicap ; le poste et le lieu peuvent être adaptés.',
    'Les noms et les âges sont masqués avant la présélection.',
    'Un trou dans le CV n’est pas un défaut ici. On élève des enfants, on tombe malade, on fuit, on recommence.',
    'Avoir vécu ce que vivent les personnes que nous accueillons est une compétence, et nous la traitons comme telle.',
    'Nos locaux sont de plain-pied et nos horaires se discutent.',
    'Les entretiens peuvent avoir lieu sur place, par téléphone ou en visio, avec interprète en langue des signes si besoin.',
    'Nous engageons pour ce que les gens savent faire, et disons franchement ce qui s’apprend sur place.',
  ],
};
