import type { Phrases } from '../text-shapes.js';

type RolePhrases = Pick<
  Phrases,
  | 'eligibility'
  | 'mottoOpenings'
  | 'headings'
  | 'facts'
  | 'hooks'
  | 'remoteHooks'
  | 'reasons'
  | 'reports'
  | 'managers'
  | 'hours'
  | 'shortHours'
  | 'workplace'
  | 'shortWorkplace'
  | 'internPitch'
  | 'internDuties'
  | 'volunteerPitch'
  | 'local'
  | 'history'
  | 'team'
  | 'funding'
>;

export const frenchRolePhrases: RolePhrases = {
  headings: {
    about: ['Qui sommes-nous ?', 'L’organisation', 'À propos de nous', 'Notre maison'],
    role: ['Le poste', 'En bref', 'Le poste en quelques mots', 'Contexte'],
    duties: ['Vos missions', 'Ce que vous ferez', 'Principales responsabilités', 'Au quotidien', 'Votre rôle'],
    needs: ['Votre profil', 'Ce que vous apportez', 'Profil recherché', 'Qualités et expérience'],
    offer: ['Ce que nous offrons', 'Conditions', 'Nous vous proposons', 'Côté pratique'],
    apply: ['Pour postuler', 'Candidature', 'Envie de nous rejoindre ?', 'La suite'],
    equity: ['Égalité des chances', 'Bienvenue à tous les profils', 'Diversité'],
  },
  facts: {
    place: 'Lieu',
    hours: 'Temps de travail',
    pay: 'Rémunération',
    start: 'Entrée en fonction',
    closing: 'Date limite',
  },
  hooks: [
    'Notre équipe de {city} ouvre un poste {deTitle}.',
    'Pour renforcer l’équipe de {city}, nous proposons un poste {deTitle}.',
    'Un poste {deTitle} est à pourvoir à {city}.',
    'À partir de {start}, nous recrutons à {city} pour un poste {deTitle}.',
    'Et si votre prochain poste était chez nous, à {city} ?',
    '{org} recrute à {city} pour un poste {deTitle}.',
    'À {city}, il nous manque quelqu’un : un poste {deTitle} est ouvert.',
    'L’équipe de {city} s’agrandit avec un poste {deTitle}.',
  ],
  remoteHooks: [
    'Nous proposons un poste {deTitle}, entièrement à distance.',
    'L’équipe, dispersée dans le pays, ouvre un poste {deTitle}.',
    'À partir de {start}, nous recrutons à distance pour un poste {deTitle}.',
    'Et si votre prochain poste était chez nous, où que vous habitiez ?',
  ],
  reasons: [
    'Le poste est nouveau et financé pour trois ans au moins.',
    'Après sept bonnes années, votre prédécesseur s’en va vers d’autres horizons ; la passation est prévue.',
    'Nous avons grandi, et le travail a débordé l’équipe.',
    'Le poste se libère à la suite d’un départ à la retraite.',
    'La demande a augmenté d’un tiers en un an, et nous ne voulons faire attendre personne.',
    'C’est un poste à façonner, et nous l’entendons ainsi.',
  ],
  reports: [
    'Vous travaillerez avec {team} collègues, sous la responsabilité de {manager}.',
    'Le poste dépend de {manager}.',
    'Vous serez en lien étroit avec {manager} et avec toute la maison.',
    'Votre interlocuteur direct sera {manager}, dont la porte est le plus souvent ouverte.',
  ],
  managers: {
    income: ['la direction du développement', 'la direction de la collecte'],
    services: ['la direction des services', 'la direction des programmes'],
    clinical: ['la direction des soins', 'la responsable clinique'],
    voice: ['la direction de la communication', 'la direction des affaires publiques'],
    office: ['la direction administrative et financière', 'la direction générale'],
    technical: ['la direction du numérique', 'la direction générale'],
    site: ['la responsable du site', 'la direction des opérations'],
    chief: ['la direction générale'],
    board: ['la présidence du conseil'],
  },
  hours: {
    'full-time': [
      'Le poste est à temps plein, {hours} heures par semaine.',
      'Temps plein de {hours} heures, le plus souvent du lundi au vendredi.',
      'La semaine compte {hours} heures.',
    ],
    'part-time': [
      'Le poste est à temps partiel, {hours} heures par semaine, à répartir ensemble.',
      'Temps partiel de {hours} heures, sur trois jours au moins.',
    ],
    contract: [
      'Le contrat est de {months} mois, à {hours} heures par semaine, avec de bonnes chances de prolongation.',
      'Contrat à durée déterminée de {months} mois, {hours} heures par semaine.',
    ],
    temporary: [
      'Il s’agit d’un remplacement d’environ {months} mois, à {hours} heures par semaine.',
      'Remplacement de {months} mois, {hours} heures hebdomadaires.',
    ],
    'per-diem': [
      'Le travail se fait à la vacation : nous proposons des dates, vous prenez celles qui vous vont.',
      'Les vacations se répartissent chaque mois, sans minimum.',
    ],
    internship: [
      'Le stage dure {months} mois, à {hours} heures par semaine.',
      'Nous vous accueillons {months} mois, {hours} heures par semaine.',
    ],
    volunteer: [
      'Comptez environ {fewHours} heures par semaine, pendant six mois ou plus.',
      'Une demi-journée par semaine suffit, au moment qui vous va.',
    ],
  },
  shortHours: {
    'full-time': 'temps plein, {hours} h par semaine',
    'part-time': 'temps partiel, {hours} h par semaine',
    contract: 'contrat de {months} mois, {hours} h par semaine',
    temporary: 'remplacement de {months} mois, {hours} h par semaine',
    'per-diem': 'vacations, selon vos disponibilités',
    internship: '{months} mois, {hours} h par semaine',
    volunteer: 'environ {fewHours} heures par semaine',
  },
  workplace: {
    'on-site': [
      'Le lieu de travail est à {city}, bien desservi par les transports.',
      'Le travail se fait sur place, à {city}.',
    ],
    hybrid: [
      'Deux ou trois jours par semaine à {city}, le reste où vous travaillez le mieux.',
      'Le télétravail est possible jusqu’à la moitié du temps ; l’autre moitié, on se voit à {city}.',
      'Un jour d’équipe fixe à {city}, les autres selon entente.',
    ],
    remote: [
      'Le poste est entièrement à distance ; nous nous retrouvons deux fois par an, voyage payé.',
      'Vous travaillez de chez vous, avec le matériel que nous fournissons.',
    ],
  },
  shortWorkplace: { 'on-site': '{city}', hybrid: '{city}, télétravail partiel', remote: 'à distance' },
  eligibility: ['Vous pouvez habiter n’importe où {eligible}.', 'Il faut simplement résider {eligible}.'],
  mottoOpenings: [
    '« {mission} » : la phrase est peinte sur la porte de {org}, à {home}.',
    'Depuis {founded}, {org} travaille à {home}, aujourd’hui avec une équipe de {staff} personnes, autour d’une phrase : « {mission}. »',
    'Demandez chez {org} à quoi tout cela sert, et l’on vous répondra : « {mission}. »',
    'À {home}, {org} est une maison connue pour son franc-parler et sa patience. « {mission} », dit la première ligne des statuts.',
  ],
  internDuties: [
    'Chercher la réponse à des questions qui traînent depuis des mois',
    'Préparer des réunions et en rédiger le compte rendu',
    'Mener un petit projet à vous et le présenter à la fin',
    'Ébaucher textes, tableaux et diapositives, avec un retour sur chacun',
    'Passer une semaine avec l’équipe du pôle {programme}',
    'Remettre en ordre des listes qui le méritent',
    'Participer à des rendez-vous à l’extérieur',
  ],
  internPitch: [
    'Vous étudiez, ou venez de terminer, et voulez voir le travail de l’intérieur ? Vous aurez un tuteur et un projet à vous.',
    'De vraies réunions, de vraies tâches, et personne ne vous enverra chercher le café.',
    'Vous découvrirez {few} équipes, prendrez des tâches qui grandissent avec vous et repartirez avec quelque chose à montrer.',
  ],
  volunteerPitch: [
    'C’est une mission bénévole. Nous vous montrerons tout, et il y aura toujours quelqu’un à qui demander.',
    'Les bénévoles portent ce travail depuis le début ; vous rejoindrez une joyeuse bande d’une trentaine de personnes.',
  ],
  local: [
    '{district}, c’est notre point de départ, même si notre terrain s’étend aujourd’hui au reste de la ville.',
    'On nous connaît bien dans le quartier : {district} est notre deuxième maison.',
  ],
  history: [
    'Tout a commencé en {founded} avec une salle prêtée et un téléphone.',
    'La fondatrice, {founder}, a tenu les premières années depuis sa cuisine ; sa bouilloire sert encore.',
    'Ce qui naquit en {founded} comme un projet d’un hiver ne s’est jamais arrêté.',
    'Deux petites associations se sont unies pour former la nôtre, et chacune a gardé son caractère.',
  ],
  team: [
    'Nous sommes {staff} à travailler ici, avec {hundreds} bénévoles à nos côtés.',
    'Nos {staff} collègues viennent de nombreux pays et parlent plus de langues que le site ne peut en afficher.',
    'Quelque {staff} personnes travaillent ici, de la vingtaine jusqu’à bien après la retraite.',
  ],
  funding: [
    'La moitié de nos ressources vient de dons, le reste de fondations et de fonds publics.',
    'Nos comptes sont vérifiés, publiés et, dit-on, lisibles.',
    'Les fonds publics paient l’essentiel ; les dons paient tout ce qui le rend bon.',
  ],
};
