import { alertLinkPath } from '#contract/pages/paths.js';
import { dayInWords, itemsOf, type MailTexts, moreThan, paragraphsOf, shortened } from './mail-texts.js';

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
    'application-sent': ({ site, details: { name = '', title = '', organization = '' } }) => ({
      subject: `Ihre Bewerbung: ${shortened(title)}`,
      preheader: `${organization} hat Ihre Bewerbung erhalten.`,
      heading: 'Ihre Bewerbung ist angekommen',
      paragraphs: [
        `${name}, Ihre Bewerbung auf die Stelle „${title}“ bei ${organization} ist angekommen. Sehen kann sie nur, wer dort über Bewerbungen entscheidet, und das Team von ${site}.`,
        'Sobald es eine Antwort gibt, erfahren Sie es per E-Mail. Oft dauert das zwei bis drei Wochen.',
      ],
      button: 'Meine Bewerbung ansehen',
      reason: `Sie erhalten diese Nachricht, weil sich jemand mit Ihrer Adresse auf ${site} um eine Stelle beworben hat. Waren Sie das nicht? Dann schreiben Sie uns bitte: Wir löschen die Bewerbung.`,
    }),
    'application-received': ({ details: { name = '', title = '', organization = '', email = '' } }) => ({
      subject: `Neue Bewerbung: ${shortened(title)}`,
      preheader: `${name} hat sich beworben.`,
      heading: 'Eine neue Bewerbung',
      paragraphs: [
        `${name} hat sich auf die Stelle „${title}“ bei ${organization} beworben. Text und Anhänge liegen für Sie bereit.`,
        `Wenn Sie auf diese E-Mail antworten, geht Ihre Antwort an ${email}.`,
      ],
      button: 'Bewerbung öffnen',
    }),
    'application-answer': ({
      site,
      details: { subject = 'Zu Ihrer Bewerbung', body = '', title = '', organization = '' },
    }) => ({
      subject: shortened(subject),
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: paragraphsOf(body),
      button: 'Meine Bewerbung ansehen',
      isQuoted: true,
      reason: `${organization} schreibt Ihnen über ${site}, weil Sie sich auf die Stelle „${title}“ beworben haben. Ihre Antwort geht direkt dorthin.`,
    }),
    'application-declined': ({ details: { name = '', title = '', organization = '' } }) => ({
      subject: `Zu Ihrer Bewerbung: ${shortened(title)}`,
      preheader: `${organization} hat sich entschieden.`,
      heading: 'Zu Ihrer Bewerbung',
      paragraphs: [
        `${name}, vielen Dank für Ihre Bewerbung auf die Stelle „${title}“. ${organization} hat sich diesmal anders entschieden.`,
        'Über Ihre nächste Bewerbung sagt das nichts. Wir wünschen Ihnen viel Erfolg dabei.',
      ],
      button: 'Meine Bewerbung ansehen',
    }),
    'application-withdrawn': ({ details: { name = '', title = '', organization = '' } }) => ({
      subject: `Zurückgezogen: ${shortened(title)}`,
      preheader: `${name} hat die Bewerbung zurückgezogen.`,
      heading: 'Eine Bewerbung wurde zurückgezogen',
      paragraphs: [
        `${name} hat die Bewerbung auf die Stelle „${title}“ bei ${organization} zurückgezogen. Sie brauchen nichts weiter zu tun.`,
      ],
      button: 'Bewerbung ansehen',
    }),
    'organization-invitation': ({ site, lasts, details: { organization = '', name = '' } }) => ({
      subject: `Einladung: für ${shortened(organization)} arbeiten`,
      preheader: `${name} lädt Sie auf ${site} ein.`,
      heading: `Für ${organization} arbeiten`,
      paragraphs: [
        `${name} lädt Sie ein, auf ${site} für ${organization} Stellen zu schreiben und sich um Bewerbungen zu kümmern.`,
        'Nehmen Sie mit dem Konto dieser Adresse an. Wenn Sie noch keines haben, registrieren Sie sich zuerst damit.',
      ],
      button: 'Einladung ansehen',
      after: [`Der Link gilt ${lasts}. Wenn Sie ${organization} nicht kennen, löschen Sie diese E-Mail einfach.`],
    }),
    'job-approved': ({ site, details: { title = '', subject = 'job', startsOn } }) => {
      const isChange = subject === 'change';
      const online = startsOn ? `Sie geht am ${dayInWords(startsOn, 'de')} online.` : 'Sie ist jetzt online.';
      return {
        subject: `${isChange ? 'Änderungen freigegeben' : 'Freigegeben'}: ${shortened(title)}`,
        preheader: isChange ? 'Wir haben Ihre Änderungen freigegeben.' : `Ihre Stelle für ${site} ist freigegeben.`,
        heading: isChange ? 'Ihre Änderungen sind freigegeben' : 'Ihre Stelle ist freigegeben',
        paragraphs: [
          isChange
            ? `Wir haben die Änderungen Ihrer Stelle „${title}“ geprüft und freigegeben. ${startsOn ? `Die Stelle geht am ${dayInWords(startsOn, 'de')} online.` : 'Sie sind jetzt online.'}`
            : `Wir haben Ihre Stelle „${title}“ geprüft und freigegeben. ${online}`,
        ],
        button: 'Stelle ansehen',
        reason: `Sie erhalten diese E-Mail, weil Sie eine Stelle an ${site} gesendet haben.`,
      };
    },
    'job-sent-back': ({ site, details: { title = '', reason = '', subject = 'job' } }) => {
      const isChange = subject === 'change';
      return {
        subject: `Bitte ändern: ${shortened(title)}`,
        preheader: 'Wir haben Ihre Stelle geprüft und bitten um eine Änderung.',
        heading: 'Bitte ändern Sie Ihre Stelle',
        paragraphs: [
          isChange
            ? `Wir haben die Änderungen Ihrer Stelle „${title}“ auf ${site} geprüft. Die Stelle bleibt so online, wie sie vor Ihren Änderungen war. Bitte korrigieren Sie Folgendes, bevor die Änderungen veröffentlicht werden:`
            : `Wir haben Ihre Stelle „${title}“ für ${site} geprüft. Bitte ändern Sie vor der Veröffentlichung Folgendes:`,
          ...paragraphsOf(reason),
        ],
        button: 'Stelle ändern',
        after: ['Nichts davon ist verloren. Senden Sie uns die Stelle nach der Änderung noch einmal.'],
        reason: `Sie erhalten diese E-Mail, weil Sie eine Stelle an ${site} gesendet haben.`,
      };
    },
    'organization-approved': ({ site, details: { organization = '' } }) => ({
      subject: `Freigegeben: die Seite von ${shortened(organization)}`,
      preheader: 'Ihre Änderungen sind jetzt sichtbar.',
      heading: 'Ihre Änderungen sind freigegeben',
      paragraphs: [
        `Wir haben den neuen Namen oder die neuen Bilder von ${organization} auf ${site} geprüft und freigegeben. Sie sind jetzt für alle sichtbar.`,
      ],
      button: 'Seite ansehen',
      reason: `Sie erhalten diese E-Mail, weil Sie die Seite von ${organization} auf ${site} geändert haben.`,
    }),
    'organization-sent-back': ({ site, details: { organization = '', reason = '' } }) => ({
      subject: `Bitte ändern: die Seite von ${shortened(organization)}`,
      preheader: 'Wir haben den neuen Namen oder die neuen Bilder geprüft und bitten um eine Änderung.',
      heading: 'Bitte ändern Sie Ihre Seite',
      paragraphs: [
        `Wir haben den neuen Namen oder die neuen Bilder von ${organization} auf ${site} geprüft. Die Seite bleibt, wie sie war. Bitte ändern Sie Folgendes, bevor wir sie zeigen:`,
        ...paragraphsOf(reason),
      ],
      button: 'Seite ändern',
      after: [
        'Nichts davon ist verloren: Alles steht im Formular Ihrer Seite. Veröffentlichen Sie es nach der Änderung noch einmal.',
      ],
      reason: `Sie erhalten diese E-Mail, weil Sie die Seite von ${organization} auf ${site} geändert haben.`,
    }),
    'alert-confirm': ({ site, lasts }) => ({
      subject: `Bitte bestätigen Sie Ihren Suchauftrag bei ${site}`,
      preheader: 'Ein Klick, und neue Stellen kommen per E-Mail zu Ihnen.',
      heading: 'Sollen neue Stellen zu Ihnen kommen?',
      paragraphs: [
        `Jemand, vermutlich Sie, möchte neue Stellen einer Suche bei ${site} an diese Adresse geschickt bekommen. Bitte bestätigen Sie, dass Sie das wünschen:`,
      ],
      button: 'Suchauftrag ansehen und bestätigen',
      after: [
        `Der Link gilt ${lasts}. Falls Sie das nicht waren, löschen Sie diese E-Mail einfach: Wir schicken Ihnen dann nichts.`,
      ],
    }),
    'job-alert': ({ site, details: { search, items, count = '0', token = '' } }) => {
      const listed = itemsOf(items);
      const more = moreThan(listed, count);
      return {
        subject: `${count === '1' ? '1 neue Stelle' : `${count} neue Stellen`}${search ? `: ${shortened(search)}` : ` bei ${site}`}`,
        preheader: listed.map(({ title }) => title).join(' · '),
        heading: count === '1' ? 'Eine neue Stelle für Sie' : `${count} neue Stellen für Sie`,
        paragraphs: [search ? `Das ist neu zu Ihrer Suche: ${search}` : `Das ist neu bei ${site}:`],
        items: listed,
        after: more > 0 ? [`Und ${more} weitere, die Ihre Suche zeigt.`] : [],
        button: 'Suche anzeigen',
        reason: `Sie erhalten diese E-Mail wegen Ihres Suchauftrags bei ${site}.`,
        links: [{ words: 'Suchauftrag ändern oder beenden', path: alertLinkPath(token) }],
      };
    },
    'resume-alert': ({ site, details: { search, items, count = '0', token = '' } }) => {
      const listed = itemsOf(items);
      const more = moreThan(listed, count);
      return {
        subject: `${count === '1' ? '1 neuer Lebenslauf' : `${count} neue Lebensläufe`}${search ? `: ${shortened(search)}` : ` bei ${site}`}`,
        preheader: 'Neue Menschen zu Ihrer Suche.',
        heading: count === '1' ? 'Ein neuer Lebenslauf' : `${count} neue Lebensläufe`,
        paragraphs: [search ? `Das ist neu zu Ihrer Suche: ${search}` : `Das ist neu bei ${site}:`],
        items: listed,
        after: more > 0 ? [`Und ${more} weitere, die Ihre Suche zeigt.`] : [],
        button: 'Suche anzeigen',
        reason: `Sie erhalten diese E-Mail wegen Ihres Suchauftrags für Lebensläufe bei ${site}.`,
        links: [{ words: 'Suchauftrag ändern oder beenden', path: alertLinkPath(token) }],
      };
    },
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
