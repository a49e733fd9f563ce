import type { SeededPage } from './seeded-page.js';

/** Sensible texts to begin with. The operator of a site is answerable for its own. */
export const policyPages: SeededPage[] = [
  {
    slug: '/privacy-policy',
    text: {
      en: {
        title: 'Privacy policy',
        body: `<p>This page says which personal data this site handles, why, and what you can ask of us.</p>
<h2>When you only look around</h2><p>Searching and reading need no account. The server keeps a short technical log to stay safe and
working. Cookies that are not needed for that are set only with your consent, which you may withdraw at any time.</p>
<h2>When you apply or open an account</h2><p>We keep what you enter and upload, and give it to the employers you choose. You can
correct, export and delete it in your account.</p>
<h2>Your rights</h2><p>You may ask what we hold on you, have it corrected or erased, object to its use, and complain to the authority
that supervises data protection where you live.</p>`,
      },
      de: {
        title: 'Datenschutz',
        body: `<p>Hier steht, welche personenbezogenen Daten diese Website verarbeitet, wozu, und was Sie von uns verlangen können.</p>
<h2>Wenn Sie sich nur umsehen</h2><p>Suchen und Lesen geht ohne Konto. Der Server führt ein kurzes technisches Protokoll, um sicher und
erreichbar zu bleiben. Cookies, die dafür nicht nötig sind, setzen wir nur mit Ihrer Einwilligung, die Sie jederzeit widerrufen können.</p>
<h2>Wenn Sie sich bewerben oder ein Konto anlegen</h2><p>Wir speichern, was Sie eingeben und hochladen, und geben es an die Arbeitgeber,
die Sie auswählen. In Ihrem Konto können Sie alles berichtigen, mitnehmen und löschen.</p>
<h2>Ihre Rechte</h2><p>Sie haben das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung und Widerspruch und können sich bei der
Aufsichtsbehörde beschweren.</p>`,
      },
      fr: {
        title: 'Politique de confidentialité',
        body: `<p>Cette page indique quelles données personnelles ce site traite, pourquoi, et ce que vous pouvez nous demander.</p>
<h2>Quand vous consultez le site</h2><p>La recherche et la lecture ne demandent pas de compte. Le serveur tient un court journal technique
pour rester sûr et disponible. Les autres cookies ne sont déposés qu’avec votre accord, que vous pouvez retirer à tout moment.</p>
<h2>Quand vous postulez ou ouvrez un compte</h2><p>Nous conservons ce que vous saisissez et téléversez, et le transmettons aux employeurs
que vous choisissez. Vous pouvez tout corriger, exporter et supprimer dans votre compte.</p>
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
        body: `<p>Anyone may search this site and read its ads. An account belongs to one person; keep its password to yourself.</p>
<p>Employers answer for the truth of their ads and post only jobs that exist. Ads that discriminate, mislead, or ask applicants for
money are removed. We check ads with care, but a contract of employment is between you and the employer.</p>`,
      },
      de: {
        title: 'Nutzungsbedingungen',
        body: `<p>Alle dürfen hier suchen und Anzeigen lesen. Ein Konto gehört einer Person; behalten Sie das Passwort für sich.</p>
<p>Arbeitgeber stehen für die Richtigkeit ihrer Anzeigen ein und veröffentlichen nur Stellen, die es gibt. Anzeigen, die
diskriminieren, täuschen oder Geld von Bewerbenden verlangen, entfernen wir. Ein Arbeitsvertrag kommt allein zwischen Ihnen und dem
Arbeitgeber zustande.</p>`,
      },
      fr: {
        title: 'Conditions d’utilisation',
        body: `<p>Chacun peut chercher ici et lire les offres. Un compte appartient à une seule personne ; gardez son mot de passe pour vous.</p>
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
adjustment to apply for a job, ask the employer named in the ad.</p>`,
      },
      de: {
        title: 'Barrierefreiheit',
        body: `<p>Diese Website soll für alle nutzbar sein: mit Tastatur, Screenreader, vergrößerter Schrift, langsamer Verbindung oder ohne
Skripte. Maßstab ist WCAG 2.2, Stufe AA.</p><p>Wenn Sie auf ein Hindernis stoßen, sagen Sie uns, was Sie tun wollten und auf welcher
Seite. Brauchen Sie für eine Bewerbung eine Anpassung, wenden Sie sich an den Arbeitgeber in der Anzeige.</p>`,
      },
      fr: {
        title: 'Accessibilité',
        body: `<p>Ce site est conçu pour être utilisable par tous : au clavier, avec un lecteur d’écran, en texte agrandi, avec une connexion
lente ou sans scripts. Nous visons les WCAG 2.2, niveau AA.</p><p>Si quelque chose vous gêne, dites-nous ce que vous faisiez et sur quelle
page. S’il vous faut un aménagement pour postuler, adressez-vous à l’employeur nommé dans l’offre.</p>`,
      },
    },
  },
];
