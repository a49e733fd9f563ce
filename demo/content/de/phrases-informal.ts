import type { Phrases } from '../text-shapes.js';
import { germanSharedPhrases } from './phrases-shared.js';

export const germanInformalPhrases: Phrases = {
  ...germanSharedPhrases,
  headings: {
    about: ['Über uns', 'Wer wir sind', 'Das sind wir', 'Wo du landest'],
    role: ['Worum geht’s?', 'Die Stelle', 'Kurz gesagt'],
    duties: ['Deine Aufgaben', 'Das machst du bei uns', 'Das erwartet dich', 'Was zu tun ist'],
    needs: ['Das bringst du mit', 'Dein Profil', 'Was uns wichtig ist', 'Das passt zu dir'],
    offer: ['Das bieten wir dir', 'Was du bekommst', 'Unser Angebot', 'Darauf kannst du zählen'],
    apply: ['So geht’s weiter', 'Deine Bewerbung', 'Klingt gut?', 'Bewirb dich'],
    equity: ['Vielfalt', 'Komm, wie du bist', 'Für alle offen'],
  },
  hooks: [
    'Für unser Team in {city} suchen wir dich als {title}.',
    'Komm als {title} zu uns nach {city}!',
    'Ab {start} suchen wir in {city} Verstärkung als {title}.',
    'Du möchtest in {city} etwas Sinnvolles tun? Wir suchen Verstärkung als {title}.',
    'Unser Team in {city} hat einen Platz frei, und zwar als {title}.',
  ],
  remoteHooks: [
    'Wir suchen dich als {title}, ganz gleich, wo du wohnst.',
    'Unser Team sitzt verstreut im ganzen Land und sucht Verstärkung als {title}.',
    'Ab {start} suchen wir Unterstützung als {title}, komplett aus dem Homeoffice.',
  ],
  reports: [
    'Du arbeitest in einem Team von {team} Leuten, fachlich begleitet von der {manager}.',
    'Deine Ansprechperson ist die Leitung, und die Tür steht meistens offen.',
    'Die Stelle gehört zum Bereich der {manager}.',
    'Ihr seid zu {team}, und keine Frage ist zu klein.',
  ],
  workplace: {
    'on-site': [
      'Du arbeitest vor Ort in {city}, gut mit Rad und Bahn zu erreichen.',
      'Gearbeitet wird in {city}, gemeinsam und vor Ort.',
    ],
    hybrid: [
      'Zwei, drei Tage die Woche sehen wir dich in {city}, sonst arbeitest du, wo du magst.',
      'Homeoffice geht bis zur Hälfte der Zeit, der Teamtag ist in {city}.',
      'Du kannst hybrid arbeiten; mittwochs sind alle in {city}.',
    ],
    remote: [
      'Du arbeitest von zu Hause, und zweimal im Jahr treffen wir uns auf unsere Kosten.',
      'Alles läuft remote, mit einer Kernzeit von zehn bis fünfzehn Uhr.',
    ],
  },
  encouragement: [
    'Du erfüllst nicht alles? Bewirb dich trotzdem.',
    'Ob du deine Erfahrung im Job, im Ehrenamt oder im Leben gesammelt hast, ist uns gleich.',
    'Krumme Lebensläufe lesen wir besonders gern.',
  ],
  apply: {
    form: [
      'Bewirb dich über das Formular auf dieser Seite; Lebenslauf und ein paar Sätze zu deiner Motivation reichen.',
      'Das Formular dauert zehn Minuten, und du kannst zwischendurch speichern.',
      'Ein Anschreiben brauchst du nicht: Erzähl uns im Formular kurz von einer Arbeit, auf die du stolz bist.',
      'Lade einfach deinen Lebenslauf hoch und schreib uns drei Sätze dazu.',
      'Bewerben kannst du dich direkt hier, ohne Foto und ohne Geburtsdatum.',
      'Füll das kurze Formular aus; wir fragen nur, was wir auch lesen.',
    ],
    email: [
      'Schick uns deine Bewerbung als PDF an {email}.',
      'Schreib an {email}, warum dich die Stelle reizt, und häng deinen Lebenslauf an.',
      'Deine Unterlagen gehen an {email}; Foto und Geburtsdatum kannst du weglassen.',
    ],
    link: [
      'Bewirb dich über unsere Karriereseite, dort findest du auch mehr zum Team.',
      'Der Link bringt dich direkt zu unserem Bewerbungsformular.',
    ],
  },
  timeline: [
    'Wir lesen laufend mit und melden uns oft schon nach wenigen Tagen.',
    'Du bekommst auf jeden Fall eine Antwort, meist innerhalb von drei Wochen.',
    'Es gibt zwei Gespräche, eines davon mit dem Team beim Mittagessen.',
    'Die Fragen fürs Gespräch bekommst du am Tag davor.',
    'Noch Fragen? Ruf einfach an.',
  ],
  closing: [
    'Die Frist endet am {close}.',
    'Wir freuen uns bis zum {close} auf deine Bewerbung.',
    'Bewirb dich bis zum {close}.',
  ],
  equity: [
    'Uns ist egal, woher du kommst, was du glaubst und wen du liebst. Sag uns, was du brauchst, damit das Gespräch für dich gut wird.',
    'Menschen mit Behinderung, People of Color und queere Menschen sind ausdrücklich eingeladen, sich zu bewerben.',
    'Lücken im Lebenslauf musst du hier nicht erklären.',
    'Wir entfernen Namen und Fotos, bevor wir eine Vorauswahl treffen.',
    'Unsere Räume sind stufenlos erreichbar, und über Arbeitszeiten lässt sich reden.',
    'Hast du selbst erlebt, woran wir arbeiten? Das ist für uns Erfahrung und kein Hindernis.',
  ],
  internPitch: [
    'Du studierst und willst wissen, wie die Arbeit von innen aussieht? Bei uns hast du eine feste Begleitung und ein eigenes kleines Projekt.',
    'Du sitzt in echten Besprechungen und erledigst echte Aufgaben; zum Kaffeekochen schickt dich niemand.',
    'Du lernst {few} Bereiche kennen und bekommst Aufgaben, die mit dir wachsen.',
  ],
  volunteerPitch: [
    'Das ist ein Ehrenamt. Wir zeigen dir alles, und es ist immer jemand da, den du fragen kannst.',
    'Freiwillige tragen diese Arbeit von Anfang an; du kommst in eine nette Runde von {dozens} Leuten.',
  ],
};
