import type { CareerTexts } from '../career-texts.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

export const germanCareers: CareerTexts = {
  women:
    words(`Anna Lena Katharina Julia Sabine Miriam Ayşe Leonie Franziska Sophie Elif Johanna Nadine Claudia Marlene Birgit Hanna
    Olena Petra Zeynep Carolin Magdalena Svenja Mareike Lejla Ines Theresa Jasmin`),
  men: words(`Jonas Lukas Felix Markus Stefan Emre Paul Matthias Tobias Mehmet Jan Simon Andreas Philipp Oleksandr Tim Florian
    Sebastian Bilal Georg Moritz Hannes Kemal Dominik Ralf Severin Nils Amir`),
  surnames:
    words(`Ahrens Aydın Bachmann Becker Brandl Demir Ebner Fischer Friedrich Gerber Gruber Hofer Hollmann Huber Jansen Kaya Keller
    Kessler Koch Kovalenko Krüger Lang Lehmann Maurer Meier Neumann Oberhauser Petersen Pohl Richter Sattler Schäfer Schneider Thieme
    Vogel Wagner Weber Winkler Yıldız Zimmermann`),
  openings: {
    experienced: [
      'Ich bringe {years} Jahre Erfahrung {field} mit, die meisten davon in kleinen Teams.',
      'Seit {years} Jahren arbeite ich {field} und mag die erste Stunde am Montag noch immer.',
      'Nach {years} Jahren {field} weiß ich, wie viel ein sauber geführter Vorgang wert ist.',
      'In {years} Jahren {field} habe ich gelernt, zuerst zu fragen und dann zu planen.',
    ],
    starter: [
      'Ich habe meine Ausbildung abgeschlossen und suche eine erste Stelle {field}.',
      'Praktika und ein Freiwilligendienst haben mir gezeigt, dass ich {field} arbeiten möchte.',
      'Ich stehe {field} am Anfang: gut ausgebildet, neugierig und zuverlässig.',
    ],
    changer: [
      'Nach {years} Jahren {otherField} möchte ich mein Wissen {field} einbringen.',
      'Ich komme aus einem anderen Beruf ({years} Jahre {otherField}) und bilde mich seit einem Jahr für die Arbeit {field} weiter.',
    ],
    returner: [
      'Nach der Familienzeit kehre ich in die Arbeit {field} zurück; {years} Jahre Erfahrung bringe ich mit.',
      'Ich habe eine Zeit lang Angehörige gepflegt. Jetzt möchte ich wieder {field} arbeiten, wo ich vorher {years} Jahre tätig war.',
    ],
  },
  values: [
    'Wichtig ist mir, Menschen ehrlich zu sagen, was wir für sie tun können und was nicht.',
    'Ich mag klare Sprache, kurze Besprechungen und Notizen, mit denen andere weiterarbeiten können.',
    'Am besten arbeite ich dort, wo über Fehler früh und ohne Vorwurf gesprochen wird.',
    'Kolleginnen und Kollegen sagen mir nach, dass ich ruhig bleibe, wenn drei Dinge gleichzeitig passieren.',
    'Lieber verbessere ich jede Woche eine Kleinigkeit, als jedes Jahr etwas Großes anzukündigen.',
    'Mir liegen die am Herzen, die nie einen Fragebogen ausfüllen.',
    'Zusagen halte ich klein und Termine ein.',
    'Neue im Team einzuarbeiten, macht mir Freude.',
    'Zahlen sind mir wichtig, weil hinter jeder die Woche eines Menschen steht.',
    'Ich suche einen Träger, der Fortbildung, Erholung und Tarif ernst nimmt.',
  ],
  besides: [
    'In meiner Freizeit singe ich in einem Chor, der alle aufnimmt.',
    'Einen Samstag im Monat helfe ich bei der Tafel.',
    'Ich trainiere eine Mädchenmannschaft mit großer Begeisterung.',
    'Führerschein ist vorhanden, Abenddienste sind möglich.',
    'Dienstreisen in der Region übernehme ich gern.',
    'Am Wochenende findet man mich im Schrebergarten.',
    'Eine Vier-Tage-Woche wäre mir recht.',
  ],
  skillsNotes: [
    'Erste-Hilfe-Kurs in diesem Jahr aufgefrischt.',
    'Erweitertes Führungszeugnis liegt vor.',
    'Ausgebildet in psychischer Erster Hilfe.',
    'Sicher im Umgang mit mehreren Fachprogrammen.',
  ],
  languageNotes: [
    'Täglich in der Beratung im Einsatz.',
    'Im Abendkurs gelernt, mit den Nachbarn geübt.',
    'Mündlich sicher, schriftlich mit Wörterbuch.',
    'Ich dolmetsche in einfachen Gesprächen.',
  ],
  freeSkills: [
    'Leichte Sprache',
    'Hausbesuche',
    'Kollegiale Beratung',
    'Vivendi',
    'DATEV',
    'Systemische Beratung',
    'Canva',
  ],
  schools: ['Gymnasium {place}', 'Realschule {place}', 'Gesamtschule {place}'],
  colleges: ['Berufskolleg {place}', 'Fachschule {place}', 'Berufsschule {place}'],
  universities: ['Universität {place}', 'Hochschule {place}', 'Fachhochschule {place}'],
  programmes: {
    'social-work-studies': ['Soziale Arbeit', 'Sozialpädagogik'],
    'nursing-studies': ['Pflege', 'Gesundheits- und Krankenpflege', 'Heilerziehungspflege'],
    psychology: ['Psychologie', 'Psychologische Beratung'],
    'education-studies': ['Erziehungswissenschaft', 'Kindheitspädagogik', 'Deutsch als Zweitsprache'],
    'business-studies': ['Betriebswirtschaftslehre', 'Sozialmanagement', 'Personalmanagement'],
    'accounting-studies': ['Rechnungswesen und Controlling', 'Finanzbuchhaltung'],
    'communication-studies': ['Journalistik', 'Kommunikationswissenschaft', 'Online-Marketing'],
    'computer-science': ['Informatik', 'Wirtschaftsinformatik', 'Anwendungsentwicklung'],
    statistics: ['Statistik', 'Mathematik'],
    law: ['Rechtswissenschaft', 'Wirtschaftsrecht'],
    'political-science': ['Politikwissenschaft', 'Public Policy'],
    'international-studies': ['Internationale Beziehungen', 'Entwicklungsforschung'],
    'environmental-science': ['Umweltwissenschaften', 'Landschaftsökologie'],
    'public-health': ['Public Health', 'Gesundheitswissenschaften'],
    humanities: ['Geschichte', 'Soziologie', 'Ethnologie'],
    'fine-arts': ['Kommunikationsdesign', 'Mediengestaltung'],
    languages: ['Übersetzen und Dolmetschen', 'Romanistik'],
    theology: ['Evangelische Theologie', 'Katholische Theologie'],
    'trades-and-technology': ['Tischlerei', 'Elektrotechnik', 'Anlagenmechanik'],
    hospitality: ['Hauswirtschaft', 'Gemeinschaftsverpflegung'],
  },
  titleOf: germanTitleOf,
  dutyOf: (duty) => (duty.includes('{') || /\b(?:Ihr|Sie|dich|dein)/.test(duty) ? undefined : duty),
};

/** Words that have the ending of a masculine form but must not be changed. */
const UNCHANGED = new Set(['Lager', 'Researcher', 'Personal']);
const IRREGULAR: Readonly<Record<string, string>> = {
  Koch: 'Köchin',
  Beikoch: 'Beiköchin',
  Syndikusrechtsanwalt: 'Syndikusrechtsanwältin',
  Vorstand: 'Vorständin',
  Auszubildender: 'Auszubildende',
  Rechtsanwaltsfachangestellter: 'Rechtsanwaltsfachangestellte',
};
const ADJECTIVES = /^(Leitend|Psychosozial|Persönlich|Wissenschaftlich|Hauptamtlich)er$/;
const PERSON = /(?:er|or|ist|yst|ent|ant|eut|är|eur)$/;
const SCHOLAR = /(?:og|äd)e$/;

/** Titles are given in the masculine form; a woman's resume uses the feminine one. Titles such as `Leitung` have a single form. */
function germanTitleOf(title: string, woman: boolean): string {
  return woman ? title.replace(/[\p{Lu}][\p{L}-]*/gu, feminine) : title;
}

function feminine(word: string): string {
  if (UNCHANGED.has(word)) return word;
  const irregular = IRREGULAR[word];
  if (irregular !== undefined) return irregular;
  const [, adjective] = ADJECTIVES.exec(word) ?? [];
  if (adjective !== undefined) return `${adjective}e`;
  if (SCHOLAR.test(word)) return `${word.slice(0, -1)}in`;
  return PERSON.test(word) ? `${word}in` : word;
}
