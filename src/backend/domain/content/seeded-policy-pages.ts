import type { SeededPage } from './page-blocks.js';

/** Sensible texts to begin with. The operator of a site is answerable for its own. `withPeriods` fills in how long the site keeps what. */
export const policyPages: SeededPage[] = [
  {
    slug: '/privacy-policy',
    text: {
      en: {
        title: 'Privacy policy',
        body: `<p>This page says which personal data this site handles, why, and what you can ask of us.</p>
<h2>When you only look around</h2><p>Searching and reading need no account. The server keeps a short technical log to stay safe and
working. Cookies that aren’t needed for that are set only with your consent, which you can withdraw at any time.</p>
<p>We count which words people search for, and store nothing about who searched. Rare words stay unreadable, and the
numbers are kept for {kept:searchCounts}.</p>
<p>We count how often a job is viewed and applied for, and whether people come to it from a search, an email, another page or another
website. The numbers of each day are kept for {kept:jobNumbers}. Nothing in them says who it was, not even in an application.</p>
<h2>When you apply or open an account</h2><p>We keep what you enter and upload, and give it to the employers you choose. You can
correct, export and delete it in your account.</p>
<h2>When you write to us</h2><p>What you send with the contact form reaches us by email, and we use it to answer you. Files in a form that you
don’t send are deleted after an hour.</p>
<h2>How long we keep it</h2><p>Technical logs are kept for days, sent emails for {kept:emails} in our outbox. Our record of who did what is kept for
{kept:auditEvents}.</p><p>Applications are kept for {kept:applications} after they have ended, or {kept:interviewedApplications} if there was an
interview. We write to you two weeks before we delete yours. Jobs that are over are kept for {kept:postings}.</p><p>Resumes that nobody
uses are kept for {kept:resumes}, accounts for {kept:unusedAccounts} after the last login. We write to you a month before, and if you log in,
everything stays. When you delete your account yourself, everything in it is deleted at once. Only proof of what you agreed to is kept for
{kept:consentProofs} more, without your name and address.</p>
<h2>Your rights</h2><p>You can ask what we hold about you, have it corrected or erased, object to its use, and complain to the authority
that supervises data protection where you live.</p>`,
      },
      de: {
        title: 'Datenschutz',
        body: `<p>Hier steht, welche personenbezogenen Daten diese Website verarbeitet, wozu, und was Sie von uns verlangen können.</p>
<h2>Wenn Sie sich nur umsehen</h2><p>Suchen und Lesen geht ohne Konto. Der Server führt ein kurzes technisches Protokoll, um sicher und
erreichbar zu bleiben. Cookies, die dafür nicht nötig sind, setzen wir nur mit Ihrer Einwilligung, die Sie jederzeit widerrufen können.</p>
<p>Wir zählen, nach welchen Wörtern gesucht wird, und speichern nicht, wer gesucht hat. Seltene Wörter bleiben unlesbar, und die Zahlen
werden {kept:searchCounts} aufbewahrt.</p>
<p>Wir zählen, wie oft eine Stelle angesehen wird und Bewerbungen erhält, und ob Menschen über eine Suche, eine E-Mail, eine andere Seite oder
eine andere Website zu ihr kommen. Die Zahlen eines Tages werden {kept:jobNumbers} aufbewahrt. Wer es war, sagen sie nicht, und auch in
einer Bewerbung steht davon nichts.</p>
<h2>Wenn Sie sich bewerben oder ein Konto anlegen</h2><p>Wir speichern, was Sie eingeben und hochladen, und geben es an die Arbeitgeber,
die Sie auswählen. In Ihrem Konto können Sie alles berichtigen, mitnehmen und löschen.</p>
<h2>Wenn Sie uns schreiben</h2><p>Was Sie über das Kontaktformular senden, erreicht uns per E-Mail, und wir verwenden es, um Ihnen zu
antworten. Dateien eines Formulars, das Sie nicht absenden, werden nach einer Stunde gelöscht.</p>
<h2>Wie lange wir etwas aufbewahren</h2><p>Technische Protokolle bleiben einige Tage, gesendete E-Mails {kept:emails} im Postausgang. Das
Protokoll, wer was getan hat, bleibt {kept:auditEvents}.</p><p>Bewerbungen werden nach ihrem Abschluss {kept:applications} aufbewahrt, nach einem
Gespräch {kept:interviewedApplications}. Zwei Wochen bevor wir Ihre löschen, schreiben wir Ihnen. Beendete Stellen bleiben
{kept:postings}.</p><p>Ungenutzte Lebensläufe werden {kept:resumes} aufbewahrt, Konten nach der letzten Anmeldung {kept:unusedAccounts}. Einen
Monat vorher schreiben wir Ihnen, und wenn Sie sich anmelden, bleibt alles. Wenn Sie Ihr Konto selbst löschen, wird sofort alles gelöscht, was
dazugehört. Nur der Nachweis Ihrer Einwilligungen bleibt noch {kept:consentProofs}, ohne Ihren Namen und Ihre Adresse.</p>
<h2>Ihre Rechte</h2><p>Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung und Widerspruch und können sich bei der
Aufsichtsbehörde beschweren.</p>`,
      },
      fr: {
        title: 'Politique de confidentialité',
        body: `<p>Cette page indique quelles données personnelles ce site traite, pourquoi, et ce que vous pouvez nous demander.</p>
<h2>Quand vous consultez le site</h2><p>La recherche et la lecture ne demandent pas de compte. Le serveur tient un court journal technique
pour rester sûr et disponible. Les autres cookies ne sont déposés qu’avec votre accord, que vous pouvez retirer à tout moment.</p>
<p>Nous comptons les mots recherchés, sans rien conserver sur les personnes qui les cherchent. Les mots rares restent illisibles, et ces
chiffres sont conservés {kept:searchCounts}.</p>
<p>Nous comptons combien de fois une offre est vue et reçoit des candidatures, et si l’on y arrive par une recherche, un e-mail, une autre
page ou un autre site web. Les chiffres de chaque jour sont conservés {kept:jobNumbers}. Ils ne disent pas de qui il s’agit, et les
candidatures n’en gardent aucune trace.</p>
<h2>Quand vous postulez ou ouvrez un compte</h2><p>Nous conservons ce que vous saisissez et téléversez, et le transmettons aux employeurs
que vous choisissez. Vous pouvez tout corriger, exporter et supprimer dans votre compte.</p>
<h2>Quand vous nous écrivez</h2><p>Ce que vous envoyez par le formulaire de contact nous parvient par e-mail et sert à vous répondre. Les
fichiers d’un formulaire que vous n’envoyez pas sont supprimés au bout d’une heure.</p>
<h2>Combien de temps</h2><p>Les journaux techniques sont gardés quelques jours, les e-mails envoyés {kept:emails}. Le journal de ce qui
a été fait est conservé {kept:auditEvents}.</p><p>Les candidatures sont conservées {kept:applications} après leur fin, ou
{kept:interviewedApplications} s’il y a eu un entretien. Nous vous écrivons deux semaines avant de supprimer la vôtre. Les offres terminées
sont conservées {kept:postings}.</p><p>Les CV inutilisés sont conservés {kept:resumes}, et les comptes {kept:unusedAccounts} après la dernière
connexion. Nous vous écrivons un mois avant, et si vous vous connectez, tout reste. Quand vous supprimez vous-même votre compte, tout ce qu’il
contient disparaît aussitôt. Seule la preuve de vos consentements est gardée {kept:consentProofs} de plus, sans votre nom ni votre adresse.</p>
<h2>Vos droits</h2><p>Vous pouvez accéder à vos données, les faire rectifier ou effacer, vous opposer à leur usage et saisir
l’autorité de protection des données.</p>`,
      },
    },
  },
  {
    slug: '/terms-of-use',
    text: {
      en: {
        title: 'Terms of use',
        body: `<p>Anybody may search this site and read its jobs. An account belongs to one person; keep its password to yourself.</p>
<p>Employers are responsible for what they post, and post only jobs that exist. We remove jobs that discriminate, mislead or ask
applicants for money. We check jobs with care, but a contract of employment is between you and the employer.</p>`,
      },
      de: {
        title: 'Nutzungsbedingungen',
        body: `<p>Alle dürfen hier suchen und lesen. Ein Konto gehört einer Person; behalten Sie das Passwort für sich.</p>
<p>Arbeitgeber stehen für die Richtigkeit ihrer Angaben ein und veröffentlichen nur Stellen, die es gibt. Stellen, die
diskriminieren, irreführen oder Geld von Bewerbenden verlangen, entfernen wir. Ein Arbeitsvertrag kommt allein zwischen Ihnen und dem
Arbeitgeber zustande.</p>`,
      },
      fr: {
        title: 'Conditions d’utilisation',
        body: `<p>Chacun peut chercher ici et lire les offres. Un compte appartient à une seule personne&#8239;; gardez son mot de passe pour vous.</p>
<p>Les employeurs répondent de l’exactitude de leurs offres et ne publient que des emplois réels. Les offres discriminatoires,
trompeuses, ou qui demandent de l’argent aux candidats sont retirées. Le contrat de travail ne lie que vous et l’employeur.</p>`,
      },
    },
  },
  {
    slug: '/accessibility',
    text: {
      en: {
        title: 'Accessibility',
        body: `<p>This site is made to be used by everyone: with a keyboard, a screen reader, enlarged text, little bandwidth, or without
scripts. We work to WCAG 2.2, level AA.</p><p>If something stands in your way, tell us what you tried and on which page. If you need an
adjustment to apply for a job, ask the employer named in the job.</p>`,
      },
      de: {
        title: 'Barrierefreiheit',
        body: `<p>Diese Website soll für alle nutzbar sein: mit Tastatur, Screenreader, vergrößerter Schrift, langsamer Verbindung oder ohne
Skripte. Maßstab ist WCAG 2.2, Stufe AA.</p><p>Wenn Sie auf ein Hindernis stoßen, sagen Sie uns, was Sie tun wollten und auf welcher
Seite. Brauchen Sie für eine Bewerbung eine Anpassung, wenden Sie sich an den genannten Arbeitgeber.</p>`,
      },
      fr: {
        title: 'Accessibilité',
        body: `<p>Ce site est conçu pour être utilisable par tous&#160;: au clavier, avec un lecteur d’écran, en texte agrandi, avec une connexion
lente ou sans scripts. Nous visons les WCAG 2.2, niveau AA.</p><p>Si quelque chose vous gêne, dites-nous ce que vous faisiez et sur quelle
page. S’il vous faut un aménagement pour postuler, adressez-vous à l’employeur nommé dans l’offre.</p>`,
      },
    },
  },
  {
    slug: '/imprint',
    only: 'europe',
    text: {
      en: {
        title: 'Imprint',
        body: `<p>Information as required by law. This is demonstration text: whoever runs a site enters their own.</p>
<h2>Provider</h2><p>Sinnwerk gGmbH (example)<br>Musterstraße 12<br>10115 Berlin<br>Germany</p>
<h2>Represented by</h2><p>The managing directors, Erika Muster and Jean Exemple</p>
<h2>Register</h2><p>Local court of Berlin (Charlottenburg), HRB 000000 B<br>VAT identification number: DE000000000</p>
<h2>Responsible for editorial content</h2><p>Erika Muster, at the address above</p>
<h2>Disputes</h2><p>We neither take part in dispute resolution before a consumer arbitration board nor are we obliged to.</p>`,
      },
      de: {
        title: 'Impressum',
        body: `<p>Angaben gemäß § 5 DDG. Dies ist ein Beispieltext: Wer eine Website betreibt, trägt hier die eigenen Angaben ein.</p>
<h2>Anbieter</h2><p>Sinnwerk gGmbH (Beispiel)<br>Musterstraße 12<br>10115 Berlin</p>
<h2>Vertreten durch</h2><p>Geschäftsführung: Erika Muster und Jean Exemple</p>
<h2>Registereintrag</h2><p>Amtsgericht Charlottenburg (Berlin), HRB 000000 B<br>Umsatzsteuer-Identifikationsnummer: DE000000000</p>
<h2>Redaktionell verantwortlich</h2><p>Erika Muster, Anschrift wie oben (§ 18 Abs. 2 MStV)</p>
<h2>Streitbeilegung</h2><p>Wir nehmen an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle nicht teil und sind dazu nicht
verpflichtet.</p>`,
      },
      fr: {
        title: 'Mentions légales',
        body: `<p>Informations exigées par la loi. Ceci est un texte d’exemple&#160;: l’exploitant d’un site y indique les siennes.</p>
<h2>Éditeur</h2><p>Sinnwerk gGmbH (exemple)<br>Musterstraße 12<br>10115 Berlin<br>Allemagne</p>
<h2>Direction de la publication</h2><p>Erika Muster et Jean Exemple</p>
<h2>Immatriculation</h2><p>Tribunal de Berlin (Charlottenburg), HRB 000000 B<br>Numéro de TVA intracommunautaire&#160;: DE000000000</p>
<h2>Hébergement</h2><p>Nom, adresse et téléphone de l’hébergeur</p>
<h2>Règlement des litiges</h2><p>Nous ne participons pas à une procédure de médiation de la consommation et n’y sommes pas tenus.</p>`,
      },
    },
  },
];
