import type { SeededPage } from './page-blocks.js';

export const aboutPages: SeededPage[] = [
  {
    slug: '/about',
    text: {
      en: {
        title: 'About us',
        body: `<p>We bring people who want their work to matter together with the employers who need them: charities, foundations,
social enterprises and public services. Every job here is with an employer whose purpose is more than profit.</p>
<h2>What we look for in a job</h2>
<ul><li>An employer you can look up, with its name and its mission on the page.</li><li>Honest pay: the figure the employer
gives, in the unit it is paid in.</li><li>A place, or a plain word about remote work and who can do it.</li><li>A closing
date. Once it has passed, the job says so.</li></ul>
<h2>How we work</h2>
<p>Searching is free and needs no account. Employers see an application when you send one, and nothing before. We don’t sell
personal data, and we count visits only with your consent.</p>`,
        blocks: [
          { kind: 'drawing', motif: 'people', hue: 190, alt: 'Drawing of four people side by side' },
          {
            kind: 'questions',
            title: 'Frequently asked questions',
            questions: [
              {
                question: 'Who pays for this?',
                answer:
                  'Employers do, for some of what they use here: see “Products and prices”. If you’re looking for work, everything is free.',
              },
              {
                question: 'How do you choose employers?',
                answer:
                  'Every employer has to say who they are and what they do. We review each new one before their first job is shown.',
              },
              {
                question: 'What if something is wrong with a job?',
                answer:
                  'Tell us: there’s a link below each job. We look at it on the same working day and remove the job if it’s misleading.',
              },
            ],
          },
          {
            kind: 'action',
            title: 'Something on your mind?',
            lead: 'Questions, suggestions, praise: we read everything.',
            label: 'Write to us',
            path: '/contact',
          },
        ],
      },
      de: {
        title: 'Über uns',
        body: `<p>Wir bringen Menschen, deren Arbeit etwas bewirken soll, mit Organisationen zusammen, die sie brauchen: gemeinnützige
Vereine, Stiftungen, Sozialunternehmen und öffentliche Dienste. Hinter jeder Stelle steht ein Arbeitgeber, dem es um mehr als Gewinn geht.</p>
<h2>Worauf wir bei einer Stelle achten</h2>
<ul><li>Ein Arbeitgeber, den man nachschlagen kann, mit Namen und Auftrag.</li><li>Ehrliche Bezahlung: die Angabe des Arbeitgebers, in
der Einheit, in der gezahlt wird.</li><li>Ein Ort, oder ein klares Wort dazu, von wo aus gearbeitet werden kann.</li><li>Ein
Bewerbungsschluss. Ist er vorbei, steht das bei der Stelle.</li></ul>
<h2>Wie wir arbeiten</h2>
<p>Die Suche ist kostenlos und braucht kein Konto. Arbeitgeber sehen eine Bewerbung, wenn Sie sie abschicken, und vorher nichts. Wir
verkaufen keine persönlichen Daten und zählen Besuche nur mit Ihrer Einwilligung.</p>`,
        blocks: [
          { kind: 'drawing', motif: 'people', hue: 190, alt: 'Zeichnung von vier Menschen nebeneinander' },
          {
            kind: 'questions',
            title: 'Häufige Fragen',
            questions: [
              {
                question: 'Wer bezahlt das?',
                answer:
                  'Arbeitgeber, für einen Teil dessen, was sie hier nutzen. Für alle, die Arbeit suchen, ist alles kostenlos.',
              },
              {
                question: 'Wie wählen Sie Arbeitgeber aus?',
                answer:
                  'Eine Organisation muss sagen, wer sie ist und wofür sie steht. Jede neue prüfen wir, bevor ihre erste Stelle erscheint.',
              },
              {
                question: 'Was tun, wenn bei einer Stelle etwas nicht stimmt?',
                answer:
                  'Sagen Sie es uns: Unter jeder Stelle steht ein Link dafür. Wir prüfen sie am selben Werktag und entfernen sie, wenn sie irreführt.',
              },
            ],
          },
          {
            kind: 'action',
            title: 'Möchten Sie uns etwas sagen?',
            lead: 'Fragen, Anregungen, Lob: Wir lesen alles.',
            label: 'Schreiben Sie uns',
            path: '/contact',
          },
        ],
      },
      fr: {
        title: 'À propos',
        body: `<p>Nous mettons en relation les personnes qui veulent donner du sens à leur travail et les organisations qui ont besoin
d’elles&#160;: associations, fondations, entreprises sociales et services publics. Derrière chaque offre, un employeur dont le but dépasse le profit.</p>
<h2>Ce que nous attendons d’une offre</h2>
<ul><li>Un employeur identifiable, avec son nom et sa mission.</li><li>Une rémunération honnête&#160;: le montant de l’employeur, dans
l’unité où il est versé.</li><li>Un lieu, ou une indication claire sur le télétravail.</li><li>Une date limite. Une fois passée,
l’offre le dit.</li></ul>
<h2>Notre façon de travailler</h2>
<p>La recherche est gratuite et ne demande pas de compte. L’employeur voit une candidature quand vous l’envoyez, et rien avant. Nous
ne vendons aucune donnée personnelle et ne mesurons l’audience qu’avec votre accord.</p>`,
        blocks: [
          { kind: 'drawing', motif: 'people', hue: 190, alt: 'Dessin de quatre personnes côte à côte' },
          {
            kind: 'questions',
            title: 'Questions fréquentes',
            questions: [
              {
                question: 'Qui paie ?',
                answer: 'Les employeurs, pour une partie des services. Pour qui cherche un emploi, tout est gratuit.',
              },
              {
                question: 'Comment choisissez-vous les employeurs ?',
                answer:
                  'Une organisation doit dire qui elle est et quelle est sa mission. Nous examinons chaque nouvelle venue avant sa première offre.',
              },
              {
                question: 'Et si une offre est inexacte ?',
                answer:
                  'Dites-le-nous : un lien figure sous chaque offre. Nous vérifions le jour même et la retirons si elle est trompeuse.',
              },
            ],
          },
          {
            kind: 'action',
            title: 'Quelque chose à nous dire ?',
            lead: 'Questions, suggestions, compliments : nous lisons tout.',
            label: 'Nous écrire',
            path: '/contact',
          },
        ],
      },
    },
  },
  {
    slug: '/for-employers',
    text: {
      en: {
        title: 'For employers',
        body: `<p>Your next colleague is looking for more than a salary. Here they find you by your cause, your place and the way you work.</p>
<h2>What you get</h2>
<ul><li>The full text of your job, with your logo and your profile.</li><li>Pay, benefits, working hours and remote work as facts that
people filter by, so that the right people find you.</li><li>Applications by form, by email or on your own site.</li>
<li>Structured data, so that search engines show your job too.</li></ul>
<h2>What makes a good job page</h2>
<p>Name the pay. Say what the first months look like. Keep the list of must-haves short, and say what can be learned on the job. Jobs
like these get more applications, and from a wider range of people.</p>`,
        blocks: [
          {
            kind: 'action',
            title: 'Ready to post your first job?',
            lead: 'Create an employer account. It’s free and takes two minutes.',
            label: 'Register as an employer',
            path: '/user/register/recruiter',
          },
          {
            kind: 'questions',
            title: 'Before you begin',
            questions: [
              {
                question: 'How long is a job online?',
                answer:
                  'Until its closing date, or for as long as you’ve booked. You can change or close it at any time.',
              },
              {
                question: 'Can several of us work together?',
                answer:
                  'Yes: each of you has your own account, and you all work for the same employer. Its owner decides who can do what.',
              },
              {
                question: 'Do small charities pay less?',
                answer: 'Write to us. If you have few employees, we’ll find a way.',
              },
            ],
          },
        ],
      },
      de: {
        title: 'Für Arbeitgeber',
        body: `<p>Ihre nächste Kollegin, Ihr nächster Kollege sucht mehr als ein Gehalt. Hier werden Sie über Ihr Anliegen, Ihren Ort und Ihre
Arbeitsweise gefunden.</p>
<h2>Was Sie bekommen</h2>
<ul><li>Den ganzen Text mit Ihrem Logo und dem Profil Ihrer Organisation.</li><li>Bezahlung, Leistungen, Arbeitszeit und Homeoffice als
Angaben, nach denen gesucht wird.</li><li>Bewerbungen per Formular, per E-Mail oder auf Ihrer eigenen Website.</li>
<li>Strukturierte Daten, damit auch Suchmaschinen Ihre Stelle zeigen.</li></ul>
<h2>Was eine gute Ausschreibung ausmacht</h2>
<p>Nennen Sie die Bezahlung. Beschreiben Sie die ersten Monate. Halten Sie die Liste der Voraussetzungen kurz und sagen Sie, was man im
Beruf lernen kann. So bewerben sich mehr Menschen, und sie sind vielfältiger.</p>`,
        blocks: [
          {
            kind: 'action',
            title: 'Bereit für Ihre erste Stelle?',
            lead: 'Legen Sie ein Konto für Ihre Organisation an. Das dauert zwei Minuten und kostet nichts.',
            label: 'Als Arbeitgeber registrieren',
            path: '/user/register/recruiter',
          },
          {
            kind: 'questions',
            title: 'Gut zu wissen',
            questions: [
              {
                question: 'Wie lange ist eine Stelle online?',
                answer:
                  'Bis zum Bewerbungsschluss oder so lange, wie Sie gebucht haben. Sie können sie jederzeit ändern oder schließen.',
              },
              {
                question: 'Können wir zu mehreren damit arbeiten?',
                answer:
                  'Ja: Alle haben ihr eigenes Konto und gehören zu Ihrer Organisation. Deren Leitung legt fest, wer was darf.',
              },
              {
                question: 'Zahlen kleine Organisationen weniger?',
                answer: 'Schreiben Sie uns. Für Organisationen mit wenigen Angestellten finden wir einen Weg.',
              },
            ],
          },
        ],
      },
      fr: {
        title: 'Employeurs',
        body: `<p>Votre prochaine collègue, votre prochain collègue cherche plus qu’un salaire. Ici, on vous trouve par votre cause, votre lieu
et votre façon de travailler.</p>
<h2>Ce que vous obtenez</h2>
<ul><li>Le texte complet, avec votre logo et le profil de votre organisation.</li><li>Rémunération, avantages, temps de travail et
télétravail comme critères de recherche.</li><li>Des candidatures par formulaire, par e-mail ou sur votre propre site.</li>
<li>Des données structurées, pour que les moteurs de recherche affichent aussi votre offre.</li></ul>
<h2>Ce qui fait une bonne offre</h2>
<p>Indiquez la rémunération. Décrivez les premiers mois. Gardez courte la liste des exigences et dites ce qui s’apprend sur place. Ces
offres reçoivent des réponses plus nombreuses et plus variées.</p>`,
        blocks: [
          {
            kind: 'action',
            title: 'Envie de publier votre première offre ?',
            lead: 'Ouvrez un compte pour votre organisation : deux minutes, et c’est gratuit.',
            label: 'S’inscrire comme employeur',
            path: '/user/register/recruiter',
          },
          {
            kind: 'questions',
            title: 'Avant de commencer',
            questions: [
              {
                question: 'Combien de temps une offre reste-t-elle en ligne ?',
                answer:
                  'Jusqu’à sa date limite, ou pour la durée réservée. Vous pouvez la modifier ou la clore à tout moment.',
              },
              {
                question: 'Pouvons-nous être plusieurs ?',
                answer:
                  'Oui : chaque personne a son propre compte, rattaché à votre organisation. Ses propriétaires décident qui peut faire quoi.',
              },
              {
                question: 'Les petites structures paient-elles moins ?',
                answer: 'Écrivez-nous. Pour les organisations qui ont peu de salariés, nous trouvons une solution.',
              },
            ],
          },
        ],
      },
    },
  },
];
