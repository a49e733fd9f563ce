import { type MailTexts, paragraphsOf } from './mail-texts.js';

const NOT_YOU = 'Waren Sie das nicht? Dann brauchen Sie nichts zu tun: Ohne diesen Link ändert sich nichts.';

export const german: MailTexts = {
  greeting: 'Guten Tag,',
  farewell: (site) => `Herzliche Grüße\nIhr Team von ${site}`,
  linkBelow: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie bitte diese Adresse in Ihren Browser:',
  reason: (site) => `Sie erhalten diese Nachricht, weil Ihre Adresse auf ${site} angegeben wurde.`,
  questions: 'Fragen? Schreiben Sie an',
  mails: {
    'verify-email': ({ site, lasts }) => ({
      subject: `Bitte bestätigen Sie Ihre E-Mail-Adresse für ${site}`,
      preheader: 'Ein Klick, und Ihr Konto ist bereit.',
      heading: `Willkommen bei ${site}`,
      paragraphs: [
        'schön, dass Sie da sind! Bitte bestätigen Sie, dass diese Adresse Ihnen gehört. Dann ist Ihr Konto bereit.',
      ],
      button: 'Adresse bestätigen',
      after: [
        `Wir fragen Sie dabei nach dem Passwort, das Sie gewählt haben. Der Link gilt ${lasts}.`,
        'Falls Sie sich nicht registriert haben, löschen Sie diese Nachricht einfach.',
      ],
    }),
    'already-registered': ({ site, lasts }) => ({
      subject: `Sie haben bereits ein Konto bei ${site}`,
      preheader: 'Melden Sie sich an, oder wählen Sie ein neues Passwort.',
      heading: 'Sie haben bereits ein Konto',
      paragraphs: [
        `jemand – wahrscheinlich Sie selbst – wollte sich gerade mit dieser Adresse registrieren. Dazu gibt es bei ${site} schon ein Konto: Sie können sich einfach anmelden.`,
        'Falls Sie Ihr Passwort vergessen haben, wählen Sie hier ein neues:',
      ],
      button: 'Neues Passwort wählen',
      after: [`Der Link funktioniert einmal und gilt ${lasts}.`, NOT_YOU],
    }),
    'reset-password': ({ site, lasts }) => ({
      subject: `Ihr neues Passwort für ${site}`,
      preheader: 'Über diesen Link wählen Sie ein neues Passwort.',
      heading: 'Neues Passwort wählen',
      paragraphs: [`Sie möchten ein neues Passwort für ${site}. Hier können Sie es wählen:`],
      button: 'Neues Passwort wählen',
      after: [`Der Link funktioniert einmal und gilt ${lasts}.`, NOT_YOU],
    }),
    'password-changed': ({ site }) => ({
      subject: `Ihr Passwort für ${site} wurde geändert`,
      preheader: 'Wenn Sie das waren, ist alles in Ordnung.',
      heading: 'Ihr Passwort wurde geändert',
      paragraphs: [
        `das Passwort Ihres Kontos bei ${site} wurde soeben geändert. Wenn Sie das waren, ist alles in Ordnung.`,
        'Falls nicht, wählen Sie bitte sofort über „Passwort vergessen?“ auf der Anmeldeseite ein neues, und schreiben Sie uns.',
      ],
    }),
    'change-email': ({ site, lasts }) => ({
      subject: `Bitte bestätigen Sie Ihre neue E-Mail-Adresse für ${site}`,
      preheader: 'Danach melden Sie sich mit dieser Adresse an.',
      heading: 'Ihre neue E-Mail-Adresse',
      paragraphs: [`Sie möchten diese Adresse für Ihr Konto bei ${site} verwenden. Bitte bestätigen Sie sie:`],
      button: 'Neue Adresse bestätigen',
      after: [
        `Der Link funktioniert einmal und gilt ${lasts}. Bis dahin bleibt es bei Ihrer bisherigen Adresse.`,
        NOT_YOU,
      ],
    }),
    'email-changed': ({ site, details: { newEmail } }) => ({
      subject: `Ihre E-Mail-Adresse für ${site} wurde geändert`,
      preheader: 'Wenn Sie das waren, ist alles in Ordnung.',
      heading: 'Ihre E-Mail-Adresse wurde geändert',
      paragraphs: [
        newEmail
          ? `Ihr Konto bei ${site} hat nun die Adresse ${newEmail}. An diese hier schreiben wir nicht mehr.`
          : `Ihr Konto bei ${site} hat nun eine andere Adresse. An diese hier schreiben wir nicht mehr.`,
        'Falls Sie das nicht waren, schreiben Sie uns bitte sofort.',
      ],
    }),
    'account-deleted': ({ site }) => ({
      subject: `Ihr Konto bei ${site} wurde gelöscht`,
      preheader: 'Danke für die Zeit, die Sie bei uns waren.',
      heading: 'Auf Wiedersehen',
      paragraphs: [
        `Ihr Konto bei ${site} und alles, was dazugehörte, wurde auf Ihren Wunsch gelöscht. Dies ist unsere letzte Nachricht an Sie.`,
        'Danke für die Zeit, die Sie bei uns waren. Sie sind jederzeit wieder willkommen.',
      ],
    }),
    'contact-message': ({ site, details: { name = '', email = '', subject = '', body = '', files } }) => ({
      subject: `Kontaktformular: ${subject}`,
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: [`Von ${name} <${email}>`, ...paragraphsOf(body), ...(files ? [`Im Anhang: ${files}`] : [])],
      isQuoted: true,
      reason: `Diese Nachricht kam über das Kontaktformular von ${site}. Ihre Antwort geht an ${email}.`,
    }),
    'contact-copy': ({ site, details: { name = '', subject = '', body = '', files } }) => ({
      subject: `Ihre Nachricht an ${site}: ${subject}`,
      preheader: 'Ihre Nachricht ist angekommen.',
      heading: 'Ihre Nachricht ist angekommen',
      paragraphs: [
        `das hat uns ${name} geschrieben. In der Regel antworten wir innerhalb von zwei Werktagen.`,
        subject,
        ...paragraphsOf(body),
        ...(files ? [`Im Anhang: ${files}`] : []),
      ],
      after: [
        'Sie haben uns nicht geschrieben? Dann hat jemand Ihre Adresse versehentlich angegeben. Sie müssen nichts tun.',
      ],
    }),
    'link-identity': ({ site, lasts, details: { provider = 'einem anderen Dienst' } }) => ({
      subject: `Bei ${site} mit ${provider} anmelden?`,
      preheader: 'Bitte bestätigen Sie, dass beide Konten Ihnen gehören.',
      heading: `Anmelden mit ${provider}`,
      paragraphs: [
        `Sie haben sich gerade mit ${provider} angemeldet, und bei ${site} gibt es ein Konto mit dieser Adresse. Ist es Ihres? Dann bestätigen Sie es bitte: Künftig können Sie sich auf beide Arten anmelden.`,
      ],
      button: 'Ja, verbinden',
      after: [`Der Link funktioniert einmal und gilt ${lasts}.`, NOT_YOU],
    }),
  },
};
