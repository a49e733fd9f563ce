import type { Phrases } from '../text-shapes.js';
import { germanSharedPhrases } from './phrases-shared.js';

export const germanFormalPhrases: Phrases = {
  ...germanSharedPhrases,
  headings: {
    about: ['Über uns', 'Wer wir sind', 'Der Träger', 'Das sind wir'],
    role: ['Die Stelle', 'Worum es geht', 'Die Aufgabe im Überblick'],
    duties: ['Ihre Aufgaben', 'Das erwartet Sie', 'Aufgabenschwerpunkte', 'Was Sie bei uns tun'],
    needs: ['Ihr Profil', 'Das bringen Sie mit', 'Was wir uns wünschen', 'Ihre Qualifikation'],
    offer: ['Wir bieten', 'Das bieten wir Ihnen', 'Rahmenbedingungen', 'Freuen Sie sich auf'],
    apply: ['Ihre Bewerbung', 'So bewerben Sie sich', 'Interesse?', 'Nächste Schritte'],
    equity: [
      'Vielfalt',
      'Chancengleichheit',
      'Alle sind willkommen',
      'Das Gespräch kann vor Ort, am Telefon oder per Video stattfinden, auf Wunsch mit Gebärdensprachdolmetschung.',
    ],
  },
  hooks: [
    'Für unser Team in {city} suchen wir Verstärkung als {title}.',
    'Zum nächstmöglichen Zeitpunkt ist in {city} folgende Stelle zu besetzen: {title}.',
    'Wir möchten unser Team in {city} erweitern und freuen uns auf Sie als {title}.',
    'Ab {start} suchen wir für {city} Unterstützung als {title}.',
    'Möchten Sie in {city} als {title} etwas bewegen?',
    'In {city} wird ein Platz frei: als {title} in einem Team, das sich auf Sie freut.',
    'Unser Team in {city} wächst: Gesucht wird Verstärkung als {title}.',
  ],
  remoteHooks: [
    'Wir suchen Verstärkung als {title}, ortsunabhängig aus dem Homeoffice.',
    'Unser Team arbeitet verteilt und freut sich auf Sie als {title}.',
    'Ab {start} suchen wir Unterstützung als {title}; wo Sie wohnen, spielt keine Rolle.',
  ],
  reports: [
    'Sie berichten an die Bereichsleitung und arbeiten mit {team} Kolleginnen und Kollegen zusammen.',
    'Zu {team} teilen Sie sich die Arbeit; in der {manager} finden Sie jederzeit ein offenes Ohr.',
    'Die Stelle ist der {manager} zugeordnet.',
    'Sie arbeiten eng mit der {manager} zusammen.',
  ],
  workplace: {
    'on-site': [
      'Ihr Arbeitsplatz ist in {city}, gut mit Bus und Bahn zu erreichen.',
      'Gearbeitet wird vor Ort in {city}.',
      'Dienstort ist {city}.',
    ],
    hybrid: [
      'Zwei bis drei Tage pro Woche sind Sie bei uns in {city}, sonst arbeiten Sie, wo es am besten geht.',
      'Bis zur Hälfte der Zeit können Sie von zu Hause arbeiten, die andere Hälfte sehen wir uns in {city}.',
      'Mobiles Arbeiten ist an zwei Tagen pro Woche möglich, Teamtag in {city} ist der Mittwoch.',
    ],
    remote: [
      'Sie arbeiten von zu Hause; zweimal im Jahr treffen wir uns, die Reise zahlen wir.',
      'Die Tätigkeit ist vollständig ortsunabhängig, mit einer Kernzeit von zehn bis fünfzehn Uhr.',
    ],
  },
  encouragement: [
    'Sie erfüllen nicht jeden Punkt? Bewerben Sie sich trotzdem.',
    'Erfahrung sammelt man im Beruf, im Ehrenamt und im Leben; alle drei zählen bei uns.',
    'Wenn Ihr Weg ungewöhnlich war, hören wir gern davon.',
  ],
  apply: {
    form: [
      'Bitte bewerben Sie sich über das Formular auf dieser Seite; Lebenslauf und ein paar Zeilen genügen.',
      'Nutzen Sie für Ihre Bewerbung das Onlineformular. Es dauert etwa zehn Minuten und lässt sich zwischenspeichern.',
      'Ihre Unterlagen erreichen uns am schnellsten über die Schaltfläche „Bewerben“.',
      'Ein Lebenslauf und eine Seite Anschreiben reichen uns; beides laden Sie im Formular hoch.',
      'Bewerben können Sie sich direkt hier auf der Seite, ohne Foto und ohne Geburtsdatum.',
      'Füllen Sie bitte das kurze Formular aus. Wir fragen nur, was wir auch lesen.',
    ],
    email: [
      'Ihre Bewerbung senden Sie bitte als eine PDF-Datei an {email}.',
      'Schreiben Sie uns an {email}, mit Lebenslauf und der Stellenbezeichnung im Betreff.',
      'Bitte richten Sie Ihre Unterlagen an {email}; ein Foto brauchen wir nicht.',
    ],
    link: [
      'Bitte bewerben Sie sich über unser Karriereportal, dort steht auch die ausführliche Beschreibung.',
      'Der Link führt Sie direkt zu unserem Bewerbungsportal.',
    ],
  },
  timeline: [
    'Wir lesen Bewerbungen laufend und laden auch kurzfristig ein.',
    'Sie erhalten in jedem Fall eine Antwort, meist binnen drei Wochen.',
    'Vorgesehen sind zwei Gespräche: eines mit der Leitung, eines mit dem Team.',
    'Die Fragen für das Gespräch schicken wir Ihnen am Tag davor.',
    'Haben Sie vorab Fragen? Rufen Sie uns gern an.',
  ],
  closing: [
    'Bewerbungsschluss ist der {close}.',
    'Wir freuen uns auf Ihre Bewerbung bis zum {close}.',
    'Bitte bewerben Sie sich bis zum {close}.',
  ],
  equity: [
    'Bewerbungen von Menschen jeder Herkunft, Religion, sexuellen Identität und jeden Alters sind willkommen. Menschen mit Schwerbehinderung werden bei gleicher Eignung bevorzugt.',
    'Wir freuen uns besonders über Bewerbungen von Menschen mit Einwanderungsgeschichte, die bei uns noch zu selten in Leitung sind.',
    'Unser Haus ist stufenlos zugänglich. Sagen Sie uns, was Sie für das Gespräch brauchen.',
    'Lücken im Lebenslauf sind hier kein Makel. Menschen erziehen Kinder, werden krank, fliehen und fangen neu an.',
    'Namen und Fotos werden vor der Vorauswahl entfernt.',
    'Eigene Erfahrungen mit den Themen unserer Arbeit betrachten wir als Qualifikation.',
  ],
  internPitch: [
    'Sie studieren und möchten wissen, wie die Arbeit von innen aussieht? Bei uns haben Sie eine feste Begleitung und ein eigenes kleines Projekt.',
    'Im Praktikum sitzen Sie in echten Besprechungen und erledigen echte Aufgaben; zum Kaffeekochen schickt Sie niemand.',
    'Sie lernen {few} Bereiche kennen und übernehmen Aufgaben, die mit Ihnen wachsen.',
  ],
  volunteerPitch: [
    'Dies ist ein Ehrenamt. Wir zeigen Ihnen alles, was Sie brauchen, und es ist immer jemand da, den Sie fragen können.',
    'Freiwillige tragen diese Arbeit von Anfang an; Sie kämen in eine nette Runde von {dozens} Leuten.',
  ],
};
