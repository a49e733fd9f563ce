import type { CauseText } from '../text-shapes.js';

export const frenchSocietyCauses: Readonly<Record<string, CauseText>> = {
  environment: {
    people: 'propriétaires et bénévoles',
    programmes: [
      'Rivières vivantes',
      'Arbres en ville',
      'Transition énergétique',
      'Éducation à la nature',
      'Zones humides',
    ],
    names: [
      'Rivières {place}',
      'Canopée {city}',
      'Conservatoire {place}',
      'Terres vives {city}',
      'Le Héron {place}',
      'Climat commun {city}',
    ],
    openings: [
      '{org} protège {few} rivières et les terres qui les séparent, à une heure de {home}.',
      'En {founded}, une poignée d’ornithologues acheta un marais promis au drainage ; {org} veille aujourd’hui sur {hundreds} hectares.',
      '{org} plante des arbres à {home}, là où les étés brûlent et où les jardins manquent.',
      'De l’eau propre, des bois tranquilles, des logements chauds à petite facture : {org} travaille aux trois dans la région.',
    ],
    missions: [
      'La nature à chaque porte.',
      'Restaurer ce qui fut perdu, garder ce qui reste.',
      'Un climat vivable, à commencer par ici.',
    ],
    story: [
      'Les bénévoles ont planté avec nous {thousands} arbres, et reviennent les arroser.',
      'La loutre est revenue voici quatre ans, ce que nous tenons pour un bon bulletin.',
      'Agriculteurs, pêcheurs et naturalistes siègent au comité et tombent parfois d’accord.',
    ],
    beliefs: [
      'L’attachement au vivant, même sans défenseurs',
      'La préférence pour une haie plantée plutôt qu’un plan brillant',
    ],
  },
  'animal-welfare': {
    people: 'adoptants et familles d’accueil',
    programmes: ['Adoptions', 'Faune sauvage', 'Dispensaire vétérinaire', 'Chats libres', 'Familles d’accueil'],
    names: [
      'Refuge {place}',
      'Seconde Patte {city}',
      'Les Amis des bêtes {place}',
      'Ferme-refuge {surname}',
      'Chats sans maître {city}',
      'Faune {place}',
    ],
    openings: [
      '{org} recueille chaque année {thousands} animaux à {home} et trouve un foyer à presque tous.',
      'Certains arrivent en carton, d’autres au bout d’une laisse de police ; chez {org}, chacun reçoit un nom, un examen et du temps.',
      'Une factrice à la retraite a fondé {org} en {founded} ; c’est aujourd’hui le plus grand refuge de la région.',
      '{org} aide les animaux de {home} et, tout aussi souvent, leurs humains.',
    ],
    missions: [
      'Un bon foyer pour chaque animal qui en cherche un.',
      'Doux avec les bêtes, utile à leurs maîtres.',
      'Recueillir, soigner, placer.',
    ],
    story: [
      'Notre dispensaire soigne les animaux de celles et ceux qui ne pourraient payer.',
      'Les familles d’accueil gardent chatons, vieux chiens et parfois une oie indignée.',
      'La plupart partent dans le mois ; quelques-uns vivent au bureau et croient le diriger.',
    ],
    beliefs: [
      'L’amour des bêtes et une bonne entente avec les humains',
      'De la gentillesse, même quand une histoire met en colère',
    ],
  },
  'arts-and-culture': {
    people: 'artistes et publics',
    programmes: ['Médiation', 'Théâtre de quartier', 'Résidences', 'Festival d’été', 'Archives'],
    names: [
      'Théâtre {place}',
      'La Fabrique {place}',
      'Centre d’art {surname}',
      'Scène {place}',
      'La Vieille Imprimerie {city}',
      'Musée {place}',
    ],
    openings: [
      '{org} est une galerie, une scène et des ateliers bien usés à {home}, gratuits le dimanche.',
      'Quelque {thousands} personnes viennent chaque année chez {org} regarder, écouter et s’essayer.',
      'Depuis {founded}, dans une imprimerie désaffectée, {org} fait du théâtre avec les gens de {home} et pas seulement pour eux.',
      '{org} garde les histoires de {home}, celles qu’on crie et celles qu’on a laissées de côté.',
    ],
    missions: [
      'La culture est à ceux qui y prennent part.',
      'Faire place aux artistes, ouvrir la porte aux voisins.',
      'De l’art pour toute la rue.',
    ],
    story: [
      'Les prix commencent à zéro, et les meilleures places ne s’achètent pas.',
      'Nos résidences offrent à {few} artistes par an un lieu, un salaire et le droit de se tromper.',
      'L’été, le festival ferme la grande rue tout un week-end.',
    ],
    beliefs: [
      'L’idée que la culture est aussi pour ceux qu’on n’a jamais invités',
      'De l’affection pour les artistes, même la semaine de la première',
    ],
  },
  'international-development': {
    people: 'communautés partenaires',
    programmes: [
      'Eau et assainissement',
      'Urgences',
      'Éducation des filles',
      'Agriculture paysanne',
      'Santé maternelle',
    ],
    names: [
      'Puits et Écoles',
      'Solidarité {surname}',
      'Horizons partagés',
      'Action {surname} internationale',
      'Semences de demain',
      'Rives du monde',
    ],
    openings: [
      '{org} travaille avec des partenaires de onze pays sur l’eau, l’école et l’agriculture ; la coordination est à {home}.',
      'Quand vient l’inondation ou la sécheresse, {org} soutient ceux qui étaient là avant et qui y seront après.',
      'Depuis {founded}, {org} verse quatre cinquièmes de son budget directement à des organisations d’Afrique, d’Asie du Sud et d’Amérique centrale.',
      '{org} a ses racines à {home} et la plupart de ses équipes dans les pays où elles travaillent.',
    ],
    missions: [
      'Décidé sur place, financé justement, fait pour durer.',
      'Soutenir les communautés qui changent elles-mêmes les choses.',
      'Des chances égales, où que l’on naisse.',
    ],
    story: [
      'Les partenaires fixent le cap ; nous apportons des fonds, un savoir et de la patience.',
      'L’an dernier, {thousands} foyers ont eu accès à l’eau potable.',
      'Nous publions nos évaluations en entier, pages gênantes comprises.',
    ],
    beliefs: [
      'L’habitude d’écouter les partenaires avant de les conseiller',
      'Un regard critique sur les rapports de pouvoir, le sien compris',
    ],
  },
  'human-rights': {
    people: 'personnes dont les droits sont menacés',
    programmes: ['Aide juridique', 'Contentieux', 'Liberté de la presse', 'Droits numériques', 'Visites de prison'],
    names: [
      'Droits et Dignité {city}',
      'Observatoire {surname}',
      'Témoins {city}',
      'Clinique juridique {place}',
      'Voix libres {city}',
      'Justice pour {city}',
    ],
    openings: [
      '{org} défend, à {home} et au-delà, celles et ceux dont les droits passent facilement inaperçus.',
      'En {founded}, {few} avocates ont fondé {org} pour porter des affaires qui changent la règle pour tous les suivants.',
      '{org} documente les abus avec assez de soin pour convaincre un juge, et assez de clarté pour se faire entendre dehors.',
      'D’un petit bureau de {home}, {org} conseille gratuitement {thousands} personnes par an.',
    ],
    missions: [
      'Des droits qui existent pour de bon.',
      'La justice ne doit pas dépendre du porte-monnaie.',
      'Défendre la dignité par les faits et par le droit.',
    ],
    story: [
      'Nos actions ont arrêté des expulsions nocturnes, ouvert des dossiers et rendu des salaires.',
      'Des bénévoles visitent {few} prisons chaque mois, et leurs lettres reçoivent réponse.',
      'Nous n’acceptons rien des gouvernements que nous pourrions attaquer.',
    ],
    beliefs: ['La défense des droits de ceux qu’on n’approuve pas', 'Les faits avant l’indignation'],
  },
  'indigenous-communities': {
    people: 'familles, jeunes et aînés autochtones',
    programmes: [
      'Mieux-être familial',
      'Transmission des langues',
      'Cercle des jeunes',
      'Sur le territoire',
      'Maison des aînés',
    ],
    names: ['Centre d’amitié {place}', 'Quatre Vents {city}', 'Cercle du cèdre', 'Maison Mikinak', 'Aurores {place}'],
    openings: [
      '{org} est une organisation autochtone de {home}, guidée par un cercle d’aînés et un conseil élu par la communauté.',
      'Pour les Premières Nations, les Inuit et les Métis qui vivent à {home}, {org} est un second chez-soi depuis {founded}.',
      '{org} réunit culture, langue et aide concrète : un lieu pour manger, apprendre et guérir.',
      'Des familles de {home} ont bâti {org} pour que leurs enfants sachent qui ils sont.',
    ],
    missions: [
      'Des familles fortes, des langues vivantes, notre propre chemin.',
      'Un soin qui commence par la culture.',
      'Une bonne vie, telle que nos communautés la définissent.',
    ],
    story: [
      'Quatre matins par semaine, tout-petits et aînés se retrouvent dans le nid linguistique.',
      'Sur le territoire, les jeunes apprennent à poser un filet, à lire le temps et à écouter.',
      'Cérémonies, médecine et accompagnement se côtoient ; chacun choisit.',
    ],
    beliefs: [
      'L’humilité et le respect des savoirs et protocoles autochtones',
      'La compréhension des effets durables des politiques coloniales',
    ],
  },
  'community-development': {
    people: 'habitants et groupes locaux',
    programmes: [
      'Maison de quartier',
      'Défense des locataires',
      'Conseil budget',
      'Fonds de quartier',
      'Atelier de réparation',
    ],
    names: [
      'Maison de quartier {place}',
      'Voisins et Voisines {city}',
      'Notre Rue {city}',
      'Carrefour solidaire {place}',
      'Régie {place}',
      'Le Coin commun {city}',
    ],
    openings: [
      '{org} est une maison de quartier à {home} : une salle, une cuisine, {few} salons et une porte ouverte.',
      'Qui a une idée pour le quartier vient la dire chez {org} et repart en général avec trois complices.',
      'Depuis {founded}, {org} a aidé les habitants de {home} à sauver une bibliothèque et à monter une coopérative.',
      'Une rue sait mieux que quiconque ce qu’il lui faut ; {org} trouve l’argent, la salle et la rallonge.',
    ],
    missions: [
      'Des voisins qui changent les choses ensemble.',
      'Une juste part pour notre quartier.',
      'Aider chacun à décider de ce qui compte près de chez soi.',
    ],
    story: [
      'L’atelier de réparation a sauvé {thousands} grille-pain et noué encore plus d’amitiés.',
      'Les habitants répartissent eux-mêmes le fonds de quartier, autour d’un gâteau.',
      'Le conseil budget récupère plus d’aides oubliées que la maison ne coûte.',
    ],
    beliefs: [
      'La confiance dans ce que savent les voisins',
      'Le goût d’une bonne question plutôt que d’une réponse rapide',
    ],
  },
};
