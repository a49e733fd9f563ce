import type { CareerTexts } from '../career-texts.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

export const frenchCareers: CareerTexts = {
  women:
    words(`Camille Léa Manon Chloé Inès Sarah Juliette Aminata Clémence Nadia Élodie Fatou Sophie Mathilde Yasmine Amélie Claire
    Hélène Salomé Noémie Delphine Rokia Ariane Valérie Estelle Leïla Maëlle Geneviève`),
  men: words(`Lucas Hugo Antoine Karim Thomas Maxime Mamadou Julien Nicolas Mehdi Olivier Baptiste Étienne Samir Guillaume Vincent
    Alexandre Idriss Rémi Mathieu François Yann Bastien Olivier Kévin Tristan Moussa Gabriel`),
  surnames:
    words(`Aubry Bélanger Benali Bernard Blanchet Bonnet Bouchard Caron Chevalier Cissé Côté Desrosiers Diallo Dubois Durand Fabre
    Fontaine Gagnon Garnier Girard Haddad Lambert Lavoie Leclerc Lefebvre Marchand Mercier Morel N’Diaye Pelletier Perrin Renaud Roche
    Rousseau Roy Simon Tremblay Traoré Vidal Wouters`),
  openings: {
    experienced: [
      'J’ai {years} ans d’expérience {field}, le plus souvent dans de petites équipes où chacun fait un peu de tout.',
      'Je travaille {field} depuis {years} ans, et la première heure du lundi me plaît toujours autant.',
      'En {years} ans {field}, j’ai appris à poser les questions d’abord et à écrire ensuite.',
    ],
    starter: [
      'Je viens de terminer ma formation et je cherche un premier poste {field}.',
      'Des stages et du bénévolat m’ont confirmé que je voulais travailler {field}.',
      'Je débute {field}, avec une solide formation et beaucoup de curiosité.',
    ],
    changer: [
      'Après {years} ans {otherField}, je souhaite mettre ce que je sais au service d’un travail {field}.',
      'Je viens d’un autre métier ({years} ans {otherField}) et je me forme depuis un an pour travailler {field}.',
    ],
    returner: [
      'Après quelques années consacrées à ma famille, je reviens à un travail {field}, avec {years} ans d’expérience.',
      'J’ai accompagné un proche pendant un temps. Je souhaite retrouver un poste {field}, où j’ai passé {years} ans.',
    ],
  },
  values: [
    'Je tiens à dire honnêtement aux gens ce que nous pouvons faire pour eux, et ce que nous ne pouvons pas.',
    'J’aime la langue simple, les réunions courtes et les notes qui servent à d’autres.',
    'Je donne le meilleur là où l’on parle des erreurs tôt et sans reproche.',
    'On dit de moi que je garde mon calme quand trois choses arrivent en même temps.',
    'Je préfère améliorer un détail chaque semaine plutôt que d’annoncer de grandes choses chaque année.',
    'Je pense d’abord à celles et ceux qui ne remplissent jamais de questionnaire.',
    'Mes promesses sont modestes et mes délais tenus.',
    'J’aime accueillir les nouvelles recrues et les bénévoles, et entendre leurs idées.',
    'Les chiffres comptent : derrière chacun, il y a la semaine de quelqu’un.',
    'Je cherche une structure qui prend au sérieux la formation, le repos et les salaires.',
  ],
  besides: [
    'À côté du travail, je chante dans une chorale ouverte à tout le monde.',
    'Un samedi par mois, je donne un coup de main à l’épicerie solidaire.',
    'J’entraîne une équipe de football féminine pleine d’enthousiasme.',
    'Permis B, et les soirées ne me font pas peur.',
    'Les déplacements dans la région me conviennent.',
    'Le week-end, on me trouve au jardin partagé.',
    'Une semaine de quatre jours m’irait bien.',
  ],
  skillsNotes: [
    'Certificat de premiers secours renouvelé cette année.',
    'Extrait de casier judiciaire disponible sur demande.',
    'Formation aux premiers secours en santé mentale.',
    'À l’aise avec plusieurs logiciels métier.',
  ],
  languageNotes: [
    'Pratique quotidienne avec le public.',
    'Apprise en cours du soir, pratiquée avec mes voisins.',
    'À l’oral sans peine, à l’écrit avec un dictionnaire.',
    'J’interprète dans des conversations simples.',
  ],
  freeSkills: [
    'Facile à lire et à comprendre',
    'Visites à domicile',
    'Analyse de pratiques',
    'Pair-aidance',
    'Ciel Compta',
    'Canva',
  ],
  schools: ['Lycée {place}', 'École secondaire {place}'],
  colleges: ['Institut {place}', 'Centre de formation {place}', 'École professionnelle {place}'],
  universities: ['Université {place}', 'Haute école {place}'],
  programmes: {
    'social-work-studies': ['Travail social', 'Éducation spécialisée'],
    'nursing-studies': ['Soins infirmiers', 'Sciences de la santé'],
    psychology: ['Psychologie', 'Psychologie clinique'],
    'education-studies': ['Sciences de l’éducation', 'Éducation de jeunes enfants', 'Français langue étrangère'],
    'business-studies': ['Gestion', 'Management de l’économie sociale', 'Ressources humaines'],
    'accounting-studies': ['Comptabilité et gestion', 'Contrôle de gestion'],
    'communication-studies': ['Journalisme', 'Communication', 'Marketing numérique'],
    'computer-science': ['Informatique', 'Développement web'],
    statistics: ['Statistique', 'Mathématiques appliquées'],
    law: ['Droit', 'Droit social'],
    'political-science': ['Science politique', 'Politiques publiques'],
    'international-studies': ['Solidarité internationale', 'Relations internationales'],
    'environmental-science': ['Sciences de l’environnement', 'Gestion des milieux naturels'],
    'public-health': ['Santé publique', 'Promotion de la santé'],
    humanities: ['Histoire', 'Sociologie', 'Lettres modernes'],
    'fine-arts': ['Design graphique', 'Audiovisuel'],
    languages: ['Traduction', 'Langues étrangères appliquées'],
    theology: ['Théologie'],
    'trades-and-technology': ['Menuiserie', 'Électricité du bâtiment', 'Maintenance des bâtiments'],
    hospitality: ['Cuisine', 'Restauration collective'],
  },
  titleOf: frenchTitleOf,
  dutyOf: (duty) => (duty.includes('{') || /\b(?:vous|votre|vos)\b/i.test(duty) ? undefined : duty),
};

/** Inclusive endings, each with the feminine ending that replaces it. */
const ENDINGS: readonly (readonly [pattern: RegExp, feminine: string])[] = [
  [/eur·euse/g, 'euse'],
  [/teur·rice/g, 'trice'],
  [/er·ère/g, 'ère'],
  [/if·ve/g, 'ive'],
  [/en·ne/g, 'enne'],
  [/ef·fe/g, 'effe'],
  [/·e(?![\p{L}])/gu, 'e'],
];

/** Titles of adverts name both genders (`Chargé·e`); a resume uses the form of its owner's gender. */
function frenchTitleOf(title: string, woman: boolean): string {
  if (!woman) return title.replace(/·\p{L}+/gu, '');
  return ENDINGS.reduce((written, [pattern, ending]) => written.replace(pattern, ending), title);
}
