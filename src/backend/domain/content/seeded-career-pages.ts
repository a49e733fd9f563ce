import type { SeededPage } from './page-blocks.js';

/** For people who look for work: how it goes here, and two fields of work with their jobs. */
export const careerPages: SeededPage[] = [
  {
    slug: '/for-applicants',
    text: {
      en: {
        title: 'For job seekers',
        body: `<p>You want to do something that matters, and be paid for it. Here is how to find it without wasting evenings.</p>
<h2>Look around</h2><p>Search by what you can do, not by what your job was called. Filter by pay, hours and place. Save what you like: it stays on
your device, and nobody else sees it.</p>
<h2>Apply</h2><p>Every job says how: with a form, by email or on the employer’s own site. An account keeps your details together; you don’t need
one to look around.</p>`,
        blocks: [
          { kind: 'jobs', title: 'New today', search: '', limit: 6 },
          {
            kind: 'questions',
            title: 'Frequently asked questions',
            questions: [
              { question: 'Does it cost me anything?', answer: 'No, never.' },
              {
                question: 'Who sees what I enter?',
                answer: 'Only you, until you send an application. Then the employer you send it to.',
              },
              {
                question: 'How do I spot a job I shouldn’t trust?',
                answer:
                  'No name, no address, or a request for money or your passport before the first interview: leave it, and tell us.',
              },
            ],
          },
          {
            kind: 'action',
            title: 'Advice from the sector',
            lead: 'Cover letters, interviews, first days: advice from people who have been there.',
            label: 'Read the news',
            path: '/blog',
          },
        ],
      },
      de: {
        title: 'Für Stellensuchende',
        body: `<p>Sie möchten etwas tun, das zählt, und davon leben können. So finden Sie es, ohne Abende zu verlieren.</p>
<h2>Umsehen</h2><p>Suchen Sie nach dem, was Sie können, und nicht danach, wie Ihre Stelle bisher hieß. Filtern Sie nach Gehalt, Arbeitszeit und Ort.
Merken Sie sich, was Ihnen gefällt: Die Liste bleibt auf Ihrem Gerät, und niemand erfährt davon.</p>
<h2>Bewerben</h2><p>Bei jeder Stelle steht, wie. Manche Arbeitgeber haben ein Formular, manche möchten eine E-Mail, manche verweisen auf ihre eigene
Seite. Ein Konto hält Ihre Angaben zusammen; zum Suchen brauchen Sie keines.</p>`,
        blocks: [
          { kind: 'jobs', title: 'Heute neu', search: '', limit: 6 },
          {
            kind: 'questions',
            title: 'Häufige Fragen',
            questions: [
              { question: 'Kostet mich das etwas?', answer: 'Nein, nie.' },
              {
                question: 'Wer sieht, was ich eingebe?',
                answer: 'Nur Sie, bis Sie eine Bewerbung abschicken. Dann der Arbeitgeber, an den sie geht.',
              },
              {
                question: 'Woran erkenne ich eine unseriöse Stelle?',
                answer:
                  'Kein Name, keine Anschrift, die Bitte um Geld oder um Ihren Ausweis noch vor dem ersten Gespräch: Finger weg, und sagen Sie uns Bescheid.',
              },
            ],
          },
          {
            kind: 'action',
            title: 'Tipps aus der Praxis',
            lead: 'Anschreiben, Vorstellungsgespräch, die ersten Tage: was uns Menschen erzählt haben, die es hinter sich haben.',
            label: 'Zum Ratgeber',
            path: '/blog',
          },
        ],
      },
      fr: {
        title: 'Candidats',
        body: `<p>Vous voulez un travail utile, et en vivre. Voici comment le trouver sans y perdre vos soirées.</p>
<h2>Chercher</h2><p>Cherchez par ce que vous savez faire et non par l’intitulé de votre dernier poste. Filtrez par salaire, temps de travail et lieu.
Enregistrez ce qui vous plaît&#160;: la liste reste sur votre appareil, et personne n’en sait rien.</p>
<h2>Postuler</h2><p>Chaque offre indique comment. Certains employeurs ont un formulaire, d’autres préfèrent un e-mail ou leur propre site. Un compte réunit
vos informations&#8239;; il n’en faut pas pour chercher.</p>`,
        blocks: [
          { kind: 'jobs', title: 'Les nouvelles offres', search: '', limit: 6 },
          {
            kind: 'questions',
            title: 'Questions fréquentes',
            questions: [
              {
                question: 'Est-ce payant ?',
                answer: 'Non. Ce sont les employeurs qui paient pour publier leurs offres.',
              },
              {
                question: 'Qui voit ce que je saisis ?',
                answer:
                  'Personne d’autre que vous, jusqu’à l’envoi d’une candidature. Ensuite, l’employeur à qui vous l’envoyez.',
              },
              {
                question: 'Comment reconnaître une offre douteuse ?',
                answer:
                  'Pas de nom, pas d’adresse, une demande d’argent ou de pièce d’identité avant le premier entretien : passez votre chemin et dites-le-nous.',
              },
            ],
          },
          {
            kind: 'action',
            title: 'Conseils du terrain',
            lead: 'Lettre, entretien, premiers jours : ce que racontent celles et ceux qui sont passés par là.',
            label: 'Lire les articles',
            path: '/blog',
          },
        ],
      },
    },
  },
  {
    slug: '/careers/fundraising',
    text: {
      en: {
        title: 'Careers in fundraising',
        body: `<p>Somebody has to bring in the money, and people who do it well are wanted everywhere. Fundraisers write, call, plan events, look after donors
and apply for grants. Many started out in something else.</p>`,
        blocks: [
          { kind: 'drawing', motif: 'sprout', hue: 140, alt: 'Drawing of a seedling in a pot' },
          {
            kind: 'text',
            title: 'What you need',
            html: '<ul><li>Interest in people, and patience: most gifts come at the third time of asking.</li><li>Clear writing.</li><li>No fear of figures.</li></ul><p>What you can learn on the job: databases, grant applications, the law on donations.</p>',
          },
          { kind: 'jobs', title: 'Jobs in fundraising', search: 'search=fundraising', limit: 6 },
          {
            kind: 'questions',
            questions: [
              {
                question: 'Do I have to call strangers?',
                answer:
                  'In some jobs, yes. Many fundraisers never do: they work with foundations, companies or people who have given before.',
              },
              {
                question: 'Is there commission?',
                answer:
                  'Hardly ever, and the profession’s codes of conduct advise against it. You’re paid for your work and not for what comes in.',
              },
            ],
          },
        ],
      },
      de: {
        title: 'Arbeiten im Fundraising',
        body: `<p>Jemand muss dafür sorgen, dass Geld da ist, und wer das gut kann, wird überall gesucht. Fundraiserinnen und Fundraiser schreiben,
telefonieren, planen Veranstaltungen, halten Kontakt zu Spendenden und stellen Förderanträge. Viele haben mit etwas anderem angefangen.</p>`,
        blocks: [
          { kind: 'drawing', motif: 'sprout', hue: 140, alt: 'Zeichnung einer jungen Pflanze im Topf' },
          {
            kind: 'text',
            title: 'Was man mitbringen sollte',
            html: '<ul><li>Interesse an Menschen, und Geduld: Die meisten Spenden kommen erst beim dritten Anlauf.</li><li>Ein klarer Stil.</li><li>Keine Angst vor Zahlen.</li></ul><p>Was man im Beruf lernt: Datenbanken, Förderanträge, Spendenrecht.</p>',
          },
          { kind: 'jobs', title: 'Stellen im Fundraising', search: 'search=Fundraising', limit: 6 },
          {
            kind: 'questions',
            questions: [
              {
                question: 'Muss ich Fremde anrufen?',
                answer:
                  'Auf manchen Stellen ja. Viele tun das nie: Sie arbeiten mit Stiftungen, mit Unternehmen oder mit Menschen, die schon gespendet haben.',
              },
              {
                question: 'Gibt es Provisionen?',
                answer:
                  'So gut wie nie, und die Berufsverbände raten davon ab. Bezahlt wird die Arbeit, nicht der Eingang auf dem Konto.',
              },
            ],
          },
        ],
      },
      fr: {
        title: 'Travailler dans la collecte de fonds',
        body: `<p>Il faut bien que quelqu’un réunisse l’argent, et celles et ceux qui le font bien sont recherchés partout. On écrit, on appelle, on organise, on
prend soin des donateurs et l’on répond à des appels à projets. Beaucoup ont commencé par autre chose.</p>`,
        blocks: [
          { kind: 'drawing', motif: 'sprout', hue: 140, alt: 'Dessin d’une jeune pousse dans un pot' },
          {
            kind: 'text',
            title: 'Ce qu’il faut',
            html: '<ul><li>Le goût des autres, et de la patience : la plupart des dons arrivent à la troisième demande.</li><li>Une écriture claire.</li><li>Ne pas craindre les chiffres.</li></ul><p>Ce qui s’apprend sur place : les bases de données, les dossiers de subvention, le droit des dons.</p>',
          },
          { kind: 'jobs', title: 'Offres en collecte de fonds', search: 'search=collecte', limit: 6 },
          {
            kind: 'questions',
            questions: [
              {
                question: 'Dois-je appeler des inconnus ?',
                answer:
                  'Pour certains postes, oui. Beaucoup ne le font jamais : ils travaillent avec des fondations, des entreprises ou d’anciens donateurs.',
              },
              {
                question: 'Y a-t-il des commissions ?',
                answer:
                  'Presque jamais, et les codes de la profession les déconseillent. On paie le travail et non les recettes.',
              },
            ],
          },
        ],
      },
    },
  },
  {
    slug: '/careers/care',
    text: {
      en: {
        title: 'Careers in care and support',
        body: `<p>From the first aid tent to the hospice, from the shelter to the day centre: most people in the sector work with others, face to face. The work is
demanding, never dull, and open to people from all walks of life.</p>`,
        blocks: [
          { kind: 'jobs', title: 'Jobs in care and support', search: 'search=support', limit: 6 },
          {
            kind: 'text',
            title: 'Three ways in',
            html: '<ol><li>With a qualification: nursing, social work, therapy.</li><li>By training on the job: many employers pay for courses in your first year.</li><li>As relief staff: a few shifts a week, until you know whether it suits you.</li></ol>',
          },
          {
            kind: 'action',
            title: 'Near you?',
            lead: 'Search for your town, and widen the radius until something fits.',
            label: 'Search jobs',
            path: '/jobs',
          },
        ],
      },
      de: {
        title: 'Arbeiten in Pflege und Begleitung',
        body: `<p>Vom Sanitätszelt bis zum Hospiz, von der Notunterkunft bis zur Tagesstätte: Die meisten in der Branche arbeiten unmittelbar mit Menschen. Die Arbeit
fordert, langweilig wird sie nie, und sie steht Menschen mit ganz verschiedenen Lebenswegen offen.</p>`,
        blocks: [
          { kind: 'jobs', title: 'Stellen in Pflege und Begleitung', search: 'search=Pflege', limit: 6 },
          {
            kind: 'text',
            title: 'Drei Wege hinein',
            html: '<ol><li>Mit Abschluss: Pflege, Soziale Arbeit, Therapie.</li><li>Im Quereinstieg: Viele Träger bezahlen im ersten Jahr Kurse.</li><li>Als Aushilfe: einige Schichten in der Woche, bis Sie wissen, ob es passt.</li></ol>',
          },
          {
            kind: 'action',
            title: 'In Ihrer Nähe?',
            lead: 'Suchen Sie mit Ihrem Ort und ziehen Sie den Kreis größer, bis etwas passt.',
            label: 'Stellen suchen',
            path: '/jobs',
          },
        ],
      },
      fr: {
        title: 'Travailler dans le soin et l’accompagnement',
        body: `<p>Du poste de secours à l’accompagnement en fin de vie, de l’hébergement d’urgence à l’accueil de jour&#160;: la plupart travaillent directement avec les
autres. Le travail est exigeant, jamais ennuyeux, et ouvert à tous les parcours.</p>`,
        blocks: [
          { kind: 'jobs', title: 'Offres dans le soin et l’accompagnement', search: 'search=accompagnement', limit: 6 },
          {
            kind: 'text',
            title: 'Trois portes d’entrée',
            html: '<ol><li>Avec un diplôme : soins infirmiers, travail social, rééducation.</li><li>En se formant sur place : beaucoup d’employeurs financent des formations la première année.</li><li>En remplacement : quelques gardes par semaine, le temps de voir si cela vous convient.</li></ol>',
          },
          {
            kind: 'action',
            title: 'Près de chez vous ?',
            lead: 'Cherchez avec votre ville et élargissez le rayon jusqu’à trouver.',
            label: 'Chercher une offre',
            path: '/jobs',
          },
        ],
      },
    },
  },
];
