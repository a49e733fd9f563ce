import type { ProfileTexts } from '../profile-texts.js';

export const germanProfile: ProfileTexts = {
  people: [
    ['Frau', 'Katrin'],
    ['Herr', 'Jonas'],
    ['', 'Kim'],
    ['Frau', 'Aylin'],
    ['Herr', 'Matthias'],
    ['Frau', 'Johanna'],
    ['Herr', 'Emre'],
  ],
  surnames: ['Brandt', 'Yılmaz', 'Hofer', 'Lindner', 'Schuster', 'Novak', 'Keller', 'Baumann', 'Winkler', 'Petersen'],
  positions: ['Personalabteilung', 'Koordination Ehrenamt', 'Bereichsleitung', 'Verwaltung', 'Personalgewinnung'],
  reachable: [
    'Am besten erreichbar montags bis donnerstags am Vormittag.',
    'Rufen Sie gern vor der Bewerbung an.',
    'Auf E-Mails antworte ich innerhalb von zwei Werktagen.',
  ],
  branches: ['Begegnungsstätte', 'Beratungsstelle', 'Seminarräume', 'Lager', 'Jugendhaus', 'Werkstatt'],
  pictures: [
    'Unser Team beim Sommerfest',
    'Der Garten hinter dem Haus',
    'Ein Workshop im großen Saal',
    'Morgenrunde mit Kaffee',
    'Ehrenamtliche beim Packen',
    'Der Eingang an einem Wintermorgen',
  ],
  videos: ['Ein Tag mit unserem Team', 'Warum wir tun, was wir tun', 'Unser Haus in drei Minuten'],
  questions: [
    [
      'Wie geht es nach meiner Bewerbung weiter?',
      'Wir bestätigen den Eingang innerhalb von zwei Tagen und antworten innerhalb von zwei Wochen. Meist lernen wir uns in zwei Gesprächen kennen.',
    ],
    [
      'Kann ich vorher vorbeikommen?',
      'Ja. Schreiben Sie einer der Personen auf dieser Seite, dann finden wir einen Termin.',
    ],
    [
      'Ist ein Quereinstieg möglich?',
      'Oft. Schreiben Sie uns, was Sie bisher gemacht haben und was Sie lernen möchten.',
    ],
    [
      'Wer begleitet mich am Anfang?',
      'In den ersten drei Monaten ist immer eine Kollegin oder ein Kollege für Sie da.',
    ],
    [
      'Ist das Gebäude barrierefrei?',
      'Es gibt einen Aufzug und einen stufenlosen Eingang. Sagen Sie uns, was Sie für ein Gespräch brauchen.',
    ],
  ],
  documents: [
    ['Jahresbericht', 'jahresbericht.pdf', 'Was wir im letzten Jahr getan haben und wer es bezahlt hat.'],
    ['Arbeiten bei uns', 'arbeiten-bei-uns.pdf', 'Tarif, Urlaub und wie wir zusammenarbeiten.'],
  ],
};
