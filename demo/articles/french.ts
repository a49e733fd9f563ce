import type { DemoArticle } from './demo-article.js';

/** En français ; deux traductions de l’anglais et deux textes propres. */
export const french: DemoArticle[] = [
  {
    key: 'why-pay-belongs-in-the-ad',
    slug: 'pourquoi-afficher-le-salaire',
    language: 'fr',
    title: 'Pourquoi le salaire a sa place dans l’annonce',
    teaser:
      '« Selon profil » ne dit rien à personne. Ce que racontent les employeurs qui ont commencé à donner le chiffre.',
    author: 'Camille Roussel',
    tags: ['Recruter', 'Salaires'],
    picture: { motif: 'coins', hue: 36, alt: 'Dessin de piles de pièces' },
    body: `<p>Dans bien des entretiens arrive un moment que tout le monde redoute. Quarante minutes se sont bien passées, puis quelqu’un parle
d’argent, et l’on s’aperçoit que l’on n’a jamais parlé du même poste. Le chiffre était pourtant connu. Il n’était simplement pas dans
l’annonce.</p>
<h2>Ce que craignent les employeurs</h2>
<p>« Nos salariés vont comparer. » Ils le font déjà, et une fourchette que l’on sait expliquer vaut mieux qu’une rumeur. « Nous aurons l’air
pauvres. » Qui renonce pour cela renoncera aussi plus tard, après une matinée d’entretien. « Nous ne pourrons plus négocier. » Une fourchette
laisse de la place, et les plus habiles à négocier ne sont pas toujours les personnes dont on a le plus besoin.</p>
<h2>Ce qui se passe quand il y figure</h2>
<ul><li>Moins de candidatures sans suite, davantage qui correspondent.</li><li>Des personnes postulent à qui l’on avait assez répété que
l’argent ne se demande pas.</li><li>L’entretien peut porter sur le travail.</li></ul>
<h2>Comment l’écrire</h2>
<p>Citez la convention collective, la classification et le montant : tout le monde ne sait pas ce que vaut un coefficient. Sans grille,
donnez la fourchette que vous paieriez vraiment, le nombre d’heures, les congés, la mutuelle et la prise en charge des transports. Pour un temps
partiel, indiquez ce qui sera versé et non l’équivalent temps plein. Et si le financement s’arrête en mars, dites-le dans la même ligne.</p>
<p>Une directrice résume : « Nous demandons la transparence aux autres. Il était étrange d’être si discrets nous-mêmes. »</p>`,
  },
  {
    key: 'from-volunteer-to-staff',
    slug: 'de-benevole-a-salarie',
    language: 'fr',
    title: 'De bénévole à salarié : comment le demander',
    teaser:
      'Vous connaissez le travail et l’on vous connaît. Ce n’est pas une promesse d’embauche, mais cela peut devenir un atout.',
    author: 'Hugo Lemaire',
    tags: ['Parcours', 'Postuler'],
    picture: { motif: 'steps', hue: 146, alt: 'Dessin de quatre marches sous un soleil' },
    body: `<p>Vous venez tous les mardis depuis un an. Vous savez où sont les clés et quel enfant ne mange pas de carottes. Puis un poste salarié
s’ouvre, et vous l’apprenez sur le site. Cela pique. C’est aussi, le plus souvent, ce qu’il faut : l’argent public demande une procédure
ouverte, et connaître la responsable ne doit pas suffire.</p>
<h2>Le dire avant qu’il y ait un poste</h2>
<p>Demandez vingt minutes à la personne qui vous encadre. Dites que vous aimeriez travailler dans ce domaine, ici ou ailleurs, et demandez ce
qui vous manque. Personne ne peut rien vous promettre, mais on se souvient de qui a bien demandé.</p>
<h2>Réunir ce qui se montre</h2>
<p>Tenez une simple liste : ce que vous avez fait, à quelle fréquence, avec combien de personnes, ce qui a changé. Suivez les formations
ouvertes aux bénévoles. Les compétences acquises peuvent compter dans une validation des acquis de l’expérience : gardez les attestations.</p>
<h2>Postuler comme si l’on ne vous connaissait pas</h2>
<p>Le jury sera peut-être composé d’autres personnes, et il ne peut retenir que ce qui est écrit. Écrivez tout, même « ce qu’ils savent
déjà ». En entretien, laissez de côté les histoires internes et parlez de ce que vous feriez à ce poste.</p>
<h2>Si c’est quelqu’un d’autre</h2>
<p>Demandez un retour, attendez une semaine avant de décider quoi que ce soit, et accueillez bien la personne choisie. Mardi, elle aura besoin de
vous. Deux des personnes interrogées ont été embauchées la deuxième fois. Une troisième recrute aujourd’hui elle-même : « Quand un poste
s’ouvre, je préviens d’abord tous les bénévoles. »</p>`,
  },
  {
    key: 'conventions-collectives',
    slug: 'conventions-collectives-s-y-retrouver',
    language: 'fr',
    title: 'Conventions collectives : s’y retrouver avant de signer',
    teaser:
      'Éclat, CCN 51, CCN 66 : ces sigles décident de vos congés et de votre ancienneté. Un petit guide de lecture.',
    author: 'Camille Roussel',
    tags: ['Salaires', 'Repères'],
    picture: { motif: 'compass', hue: 250, alt: 'Dessin d’une boussole' },
    body: `<p>Deux associations voisines, deux annonces pour le même métier, et trois cents euros d’écart. Souvent, la réponse tient en un sigle.</p>
<h2>À quoi elle sert</h2>
<p>La convention collective complète le code du travail : salaires minimaux, reprise d’ancienneté, congés supplémentaires, préavis. Elle dépend de
l’activité principale de l’employeur et non de votre métier. Une comptable dans un établissement médico-social et une comptable dans un centre de
loisirs n’ont donc pas la même.</p>
<h2>Les plus fréquentes</h2>
<ul><li><strong>Éclat</strong> : animation, éducation populaire, tourisme social.</li><li><strong>CCN 51</strong> et <strong>CCN 66</strong> : hôpitaux
privés non lucratifs, établissements sociaux et médico-sociaux.</li><li><strong>Aide à domicile</strong>, <strong>sport</strong>, <strong>missions
locales</strong> : chacune a la sienne.</li></ul>
<p>Certaines associations n’en ont aucune : seul le code du travail s’applique alors, avec ce que l’employeur a décidé.</p>
<h2>Ce qu’il faut demander</h2>
<ol><li>Quelle convention, quelle classification, quel coefficient ?</li><li>Quelle part de mon ancienneté est reprise ? Cela se négocie avant la
signature et presque jamais après.</li><li>Y a-t-il un accord d’entreprise sur le temps de travail ?</li></ol>
<p>Toutes les conventions se lisent gratuitement sur Légifrance. Une demi-heure de lecture, et vous saurez si « selon convention » est une bonne
nouvelle.</p>`,
  },
  {
    key: 'premier-poste-apres-service-civique',
    slug: 'apres-le-service-civique',
    language: 'fr',
    title: 'Après le service civique : un premier poste dans le secteur',
    teaser: 'Huit mois de mission, et ensuite ? Comment en parler dans un CV, et où chercher.',
    author: 'Hugo Lemaire',
    tags: ['Postuler', 'Parcours'],
    picture: { motif: 'sprout', hue: 120, alt: 'Dessin d’une jeune pousse dans un pot' },
    body: `<p>« Je n’ai pas d’expérience », dit Inès, qui a passé huit mois à organiser des ateliers numériques pour cent vingt retraités. Elle a mis
longtemps à comprendre que c’en était une.</p>
<h2>L’écrire comme un poste</h2>
<p>Dans le CV, la mission se place avec les expériences et non tout en bas. Un intitulé compréhensible, le nom de la structure, les dates, puis trois
lignes : ce que vous avez fait, pour qui, avec quel effet. « Animé deux ateliers par semaine, créé un livret repris par trois autres
antennes » : voilà un profil.</p>
<h2>Demander avant de partir</h2>
<ul><li>Une attestation détaillée et un bilan signé par la tutrice ou le tuteur.</li><li>Deux personnes que l’on peut appeler.</li><li>Une
heure avec quelqu’un du métier que vous visez.</li></ul>
<h2>Où chercher</h2>
<p>Commencez par les métiers d’entrée : animation, accueil, aide à la coordination, collecte. Regardez aussi les contrats d’apprentissage, que beaucoup
d’associations proposent et que peu de gens connaissent. Élargissez le rayon : une structure à quarante minutes de train recrute souvent plus
longtemps que celle du centre-ville.</p>
<p>Et si l’annonce demande deux ans d’expérience ? Comptez honnêtement : la mission, les étés en colonie, le club de hand. Puis écrivez. Inès l’a
fait. Elle coordonne aujourd’hui quatre volontaires, et corrige leurs CV.</p>`,
  },
];
