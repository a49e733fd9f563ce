import type { SeededPage } from './seeded-page.js';

export const aboutPages: SeededPage[] = [
  {
    slug: '/about',
    text: {
      en: {
        title: 'About us',
        body: `<p>We bring people who want their work to matter together with organizations that need them: charities, foundations,
social enterprises and public services. Every job here is with an employer whose purpose is more than profit.</p>
<h2>What we look for in a job ad</h2>
<ul><li>An employer you can look up, with its name and its mission on the page.</li><li>Honest pay: the figure the employer
gives, in the unit it is paid in.</li><li>A place, or a plain word about remote work and who may do it.</li><li>A date on which
the ad closes. When it has passed, the ad says so.</li></ul>
<h2>How we work</h2>
<p>Searching is free and needs no account. Employers see an application when you send one, and nothing before. We do not sell
personal data, and we count visits only with your consent.</p>`,
      },
      de: {
        title: 'Über uns',
        body: `<p>Wir bringen Menschen, deren Arbeit etwas bewirken soll, mit Organisationen zusammen, die sie brauchen: gemeinnützige
Vereine, Stiftungen, Sozialunternehmen und öffentliche Dienste. Hinter jeder Stelle steht ein Arbeitgeber, dem es um mehr als Gewinn geht.</p>
<h2>Worauf wir bei Anzeigen achten</h2>
<ul><li>Ein Arbeitgeber, den man nachschlagen kann, mit Namen und Auftrag.</li><li>Ehrliche Bezahlung: die Angabe des Arbeitgebers, in
der Einheit, in der gezahlt wird.</li><li>Ein Ort, oder ein klares Wort dazu, von wo aus gearbeitet werden kann.</li><li>Ein
Bewerbungsschluss. Ist er vorbei, steht das in der Anzeige.</li></ul>
<h2>Wie wir arbeiten</h2>
<p>Die Suche ist kostenlos und braucht kein Konto. Arbeitgeber sehen eine Bewerbung, wenn Sie sie abschicken, und vorher nichts. Wir
verkaufen keine persönlichen Daten und zählen Besuche nur mit Ihrer Einwilligung.</p>`,
      },
      fr: {
        title: 'À propos',
        body: `<p>Nous mettons en relation les personnes qui veulent donner du sens à leur travail et les organisations qui ont besoin
d’elles : associations, fondations, entreprises sociales et services publics. Derrière chaque offre, un employeur dont le but dépasse le profit.</p>
<h2>Ce que nous attendons d’une offre</h2>
<ul><li>Un employeur identifiable, avec son nom et sa mission.</li><li>Une rémunération honnête : le montant de l’employeur, dans
l’unité où il est versé.</li><li>Un lieu, ou une indication claire sur le télétravail.</li><li>Une date limite. Une fois passée,
l’offre le dit.</li></ul>
<h2>Notre façon de travailler</h2>
<p>La recherche est gratuite et ne demande pas de compte. L’employeur voit une candidature quand vous l’envoyez, et rien avant. Nous
ne vendons aucune donnée personnelle et ne mesurons l’audience qu’avec votre accord.</p>`,
      },
    },
  },
  {
    slug: '/for-employers',
    text: {
      en: {
        title: 'For employers',
        body: `<p>Your next colleague is looking for more than a salary. Here they find you by your cause, your place and the way you work.</p>
<h2>What an ad includes</h2>
<ul><li>Full text with your logo and your organization's profile.</li><li>Pay, benefits, working hours and remote work as facts that
people filter by, so that those who read you fit you.</li><li>Applications by form, by e-mail or on your own site.</li>
<li>Structured data, so that search engines show the ad as a job.</li></ul>
<h2>What makes an ad work</h2>
<p>Name the pay. Say what the first months look like. Keep the list of must-haves short, and say what can be learned on the job. Ads
that do this are answered by more people, and by more different ones.</p>`,
      },
      de: {
        title: 'Für Arbeitgeber',
        body: `<p>Ihre nächste Kollegin, Ihr nächster Kollege sucht mehr als ein Gehalt. Hier werden Sie über Ihr Anliegen, Ihren Ort und Ihre
Arbeitsweise gefunden.</p>
<h2>Was eine Anzeige umfasst</h2>
<ul><li>Den ganzen Text mit Ihrem Logo und dem Profil Ihrer Organisation.</li><li>Bezahlung, Leistungen, Arbeitszeit und Homeoffice als
Angaben, nach denen gesucht wird.</li><li>Bewerbungen per Formular, per E-Mail oder auf Ihrer eigenen Seite.</li>
<li>Strukturierte Daten, damit Suchmaschinen die Anzeige als Stelle zeigen.</li></ul>
<h2>Was eine gute Anzeige ausmacht</h2>
<p>Nennen Sie die Bezahlung. Beschreiben Sie die ersten Monate. Halten Sie die Liste der Voraussetzungen kurz und sagen Sie, was man im
Beruf lernen kann. Auf solche Anzeigen melden sich mehr und verschiedenere Menschen.</p>`,
      },
      fr: {
        title: 'Employeurs',
        body: `<p>Votre prochaine collègue, votre prochain collègue cherche plus qu’un salaire. Ici, on vous trouve par votre cause, votre lieu
et votre façon de travailler.</p>
<h2>Ce que comprend une offre</h2>
<ul><li>Le texte complet, avec votre logo et le profil de votre organisation.</li><li>Rémunération, avantages, temps de travail et
télétravail comme critères de recherche.</li><li>Des candidatures par formulaire, par courriel ou sur votre propre site.</li>
<li>Des données structurées, pour que les moteurs de recherche affichent l’offre comme un emploi.</li></ul>
<h2>Ce qui fait une bonne offre</h2>
<p>Indiquez la rémunération. Décrivez les premiers mois. Gardez courte la liste des exigences et dites ce qui s’apprend sur place. Ces
offres reçoivent des réponses plus nombreuses et plus variées.</p>`,
      },
    },
  },
];
