import type { ConsentInfoTable } from '../../platform/database/tables/consent-tables.js';

type SeededLocale = 'en' | 'en-GB' | 'en-CA' | 'de' | 'fr';

interface SeededConsent {
  type: ConsentInfoTable['type'];
  /** Of the page that says more. */
  path: string;
  texts: Readonly<Record<SeededLocale, string>>;
}

/** Sensible texts to begin with. The operator of a site is answerable for its own. */
export const seededConsents: readonly SeededConsent[] = [
  {
    type: 'PRIVACY_POLICY',
    path: '/privacy-policy',
    texts: {
      en: `<p>We store what you enter and upload in your account, and give it to the employers you choose. We write to you about your
account, your applications and the alerts you ask for.</p><p>You can correct, download and delete everything in your account settings. Your
agreement holds until you delete your account.</p>`,
      'en-GB': `<p>We store what you enter and upload in your account, and give it to the employers you choose. We write to you about
your account, your applications and the alerts you ask for.</p><p>Under the UK GDPR you can correct, download and delete everything in your
account settings. Your agreement holds until you delete your account, and you can complain to the Information Commissioner’s Office.</p>`,
      'en-CA': `<p>We store what you enter and upload in your account, and give it to the employers you choose. We write to you about
your account, your applications and the alerts you ask for.</p><p>Under Canada’s privacy law (PIPEDA) you can see, correct, download and delete
everything in your account settings. Your agreement holds until you delete your account, and you can complain to the Office of the Privacy
Commissioner of Canada.</p>`,
      de: `<p>Wir speichern, was Sie in Ihrem Konto eingeben und hochladen, und geben es an die Arbeitgeber, die Sie auswählen. Wir
schreiben Ihnen wegen Ihres Kontos, Ihrer Bewerbungen und der Benachrichtigungen, um die Sie bitten.</p><p>In den Einstellungen Ihres Kontos
können Sie alles berichtigen, herunterladen und löschen. Ihre Einwilligung gilt, bis Sie Ihr Konto löschen.</p>`,
      fr: `<p>Nous conservons ce que vous saisissez et téléversez dans votre compte, et le transmettons aux employeurs que vous
choisissez. Nous vous écrivons au sujet de votre compte, de vos candidatures et des alertes que vous demandez.</p><p>Vous pouvez tout corriger,
télécharger et supprimer dans les paramètres de votre compte. Votre accord vaut jusqu’à la suppression de votre compte.</p>`,
    },
  },
  {
    type: 'TERMS',
    path: '/terms-of-use',
    texts: {
      en: `<p>Your account is yours alone: keep its password to yourself. What you enter is true and yours to publish. Employers post only
jobs that exist, and never ask applicants for money.</p>`,
      'en-GB': `<p>Your account is yours alone: keep its password to yourself. What you enter is true and yours to publish. Employers post
only jobs that exist, and never ask applicants for money. The law of the United Kingdom applies.</p>`,
      'en-CA': `<p>Your account is yours alone: keep its password to yourself. What you enter is true and yours to publish. Employers post
only jobs that exist, and never ask applicants for money. The law of the province or territory where you live applies.</p>`,
      de: `<p>Ihr Konto gehört Ihnen allein: Behalten Sie das Passwort für sich. Was Sie eingeben, trifft zu, und Sie dürfen es
veröffentlichen. Arbeitgeber veröffentlichen nur Stellen, die es gibt, und verlangen von Bewerbenden nie Geld.</p>`,
      fr: `<p>Votre compte n’appartient qu’à vous&#160;: gardez son mot de passe pour vous. Ce que vous saisissez est exact et vous avez le
droit de le publier. Les employeurs ne publient que des emplois réels et ne demandent jamais d’argent aux candidats.</p>`,
    },
  },
  {
    type: 'COOKIES',
    path: '/privacy-policy',
    texts: {
      en: `<p>Cookies that keep you logged in and protect forms are always set, because the site doesn’t work without them. All others are
set only when you allow them, and you can change your mind at any time.</p>`,
      'en-GB': `<p>Cookies that keep you logged in and protect forms are always set, because the site doesn’t work without them. Under the
UK’s PECR all others are set only when you allow them, and you can change your mind at any time.</p>`,
      'en-CA': `<p>Cookies that keep you logged in and protect forms are always set, because the site doesn’t work without them. All others
are set only when you allow them, as Canada’s privacy law asks of us, and you can change your mind at any time.</p>`,
      de: `<p>Cookies, die Sie angemeldet halten und Formulare schützen, werden immer gesetzt, weil die Website ohne sie nicht funktioniert.
Alle anderen werden nur gesetzt, wenn Sie es erlauben. Das können Sie jederzeit ändern.</p>`,
      fr: `<p>Les cookies qui vous gardent connecté et protègent les formulaires sont toujours déposés, car le site ne fonctionne pas sans
eux. Les autres ne le sont que si vous les autorisez, et vous pouvez changer d’avis à tout moment.</p>`,
    },
  },
];
