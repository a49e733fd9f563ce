import type { Phrases } from '../text-shapes.js';

/** Everything that needs no address; the two voices add what speaks to the reader. */
export const germanSharedPhrases: Pick<
  Phrases,
  | 'eligibility'
  | 'mottoOpenings'
  | 'facts'
  | 'reasons'
  | 'managers'
  | 'shortHours'
  | 'shortWorkplace'
  | 'experience'
  | 'softNeeds'
  | 'checks'
  | 'leadDuties'
  | 'leadNeeds'
  | 'learning'
  | 'pay'
  | 'payPlain'
  | 'internDuties'
  | 'payUnsaid'
  | 'benefits'
  | 'internNeeds'
  | 'volunteerNeeds'
  | 'volunteerOffer'
  | 'local'
  | 'history'
  | 'team'
  | 'funding'
  | 'hours'
> = {
  facts: { place: 'Arbeitsort', hours: 'Umfang', pay: 'Vergütung', start: 'Beginn', closing: 'Bewerbungsfrist' },
  reasons: [
    'Die Stelle ist neu und für mindestens drei Jahre finanziert.',
    'Nach sieben guten Jahren zieht es die bisherige Besetzung weiter; eine Übergabe ist gesichert.',
    'Wir sind gewachsen, und die Arbeit ist dem Team über den Kopf gewachsen.',
    'Frei wird die Stelle, weil jemand in den Ruhestand geht.',
    'Der Bedarf ist seit dem letzten Jahr um ein Drittel gestiegen, und niemand soll deshalb länger warten.',
    'Die Stelle lässt sich gestalten, und das ist ausdrücklich erwünscht.',
  ],
  managers: {
    income: ['Leitung Fundraising', 'Bereichsleitung Mittelbeschaffung'],
    services: ['Bereichsleitung', 'Fachbereichsleitung', 'Leitung der sozialen Dienste'],
    clinical: ['fachlichen Leitung', 'Pflegedirektion', 'therapeutischen Leitung'],
    voice: ['Leitung Kommunikation', 'Leitung Politik und Öffentlichkeit'],
    office: ['kaufmännischen Leitung', 'Verwaltungsleitung'],
    technical: ['Leitung Digitalisierung', 'kaufmännischen Leitung'],
    site: ['Betriebsleitung', 'Standortleitung'],
    chief: ['Geschäftsführung'],
    board: ['Vorsitzenden des Aufsichtsrats'],
  },
  hours: {
    'full-time': [
      'Die Stelle umfasst {hours} Stunden pro Woche.',
      'Es handelt sich um eine Vollzeitstelle mit {hours} Wochenstunden, meist von Montag bis Freitag.',
      'Umfang: {hours} Stunden pro Woche, Teilzeit ist nach Absprache denkbar.',
    ],
    'part-time': [
      'Die Stelle ist mit {hours} Stunden pro Woche ausgeschrieben, verteilt auf mindestens drei Tage.',
      'Teilzeit mit {hours} Wochenstunden, die Lage besprechen wir gemeinsam.',
    ],
    contract: [
      'Die Stelle ist zunächst auf {months} Monate befristet, bei {hours} Stunden pro Woche; eine Verlängerung wird angestrebt.',
      'Befristet auf {months} Monate, {hours} Wochenstunden.',
    ],
    temporary: [
      'Gesucht wird eine Vertretung für etwa {months} Monate mit {hours} Wochenstunden.',
      'Es geht um eine Aushilfe für {months} Monate, {hours} Stunden pro Woche.',
    ],
    'per-diem': [
      'Gearbeitet wird auf Abruf: Wir bieten Dienste an, ausgesucht wird, was passt.',
      'Die Dienste werden monatlich vergeben, ohne Mindestzahl.',
    ],
    internship: [
      'Das Praktikum dauert {months} Monate bei {hours} Stunden pro Woche.',
      'Vorgesehen sind {months} Monate mit {hours} Wochenstunden; ein Pflichtpraktikum ist ebenso möglich.',
    ],
    volunteer: [
      'Der Zeitaufwand liegt bei etwa {fewHours} Stunden in der Woche, für ein halbes Jahr oder länger.',
      'Ein halber Tag in der Woche genügt, die Zeit ist frei wählbar.',
    ],
  },
  shortHours: {
    'full-time': 'Vollzeit, {hours} Stunden pro Woche',
    'part-time': 'Teilzeit, {hours} Stunden pro Woche',
    contract: '{hours} Stunden pro Woche, befristet auf {months} Monate',
    temporary: 'Aushilfe für {months} Monate, {hours} Stunden pro Woche',
    'per-diem': 'auf Abruf, Dienste nach Absprache',
    internship: '{months} Monate, {hours} Stunden pro Woche',
    volunteer: 'etwa {fewHours} Stunden pro Woche',
  },
  shortWorkplace: { 'on-site': '{city}', hybrid: '{city}, teilweise Homeoffice', remote: 'Homeoffice' },
  experience: {
    'entry-level': [
      'Erste Erfahrungen {field}, auch ehrenamtlich, sind willkommen, aber keine Bedingung',
      'Quer- und Wiedereinstieg sind möglich, wir arbeiten gründlich ein',
      'Interesse an einer Tätigkeit {field}',
    ],
    '1-2-years': [
      'Ein bis zwei Jahre Erfahrung {field}',
      'Etwas Berufspraxis {field}, gleich in welchem Rahmen',
      'Mindestens ein Jahr Praxis {field}',
    ],
    '3-5-years': [
      'Mindestens drei Jahre Berufserfahrung {field}',
      'Rund vier Jahre Praxis {field}, gern bei einem gemeinnützigen Träger',
      'Mehrjährige Erfahrung {field}',
    ],
    '6-10-years': [
      'Mindestens sechs Jahre {field}, davon einige mit Verantwortung für andere',
      'Langjährige Erfahrung {field}',
      'Sechs bis zehn Jahre Berufspraxis {field}',
    ],
    '10-plus-years': [
      'Über zehn Jahre Erfahrung {field}, davon mehrere in Führung',
      'Mindestens zehn Jahre {field} und das Urteilsvermögen, das daraus wächst',
    ],
  },
  softNeeds: [
    'Teamgeist und ein Humor, der Montage übersteht',
    'Eine selbstständige Arbeitsweise, von der die anderen auch erfahren',
    'Offenheit für Menschen jeder Herkunft und Lebensweise',
    'Die Angewohnheit, Dinge zu Ende zu bringen',
    'Gute Deutschkenntnisse, weitere Sprachen sind ein Gewinn',
    'Überblick, auch wenn mehreres gleichzeitig läuft',
    'Sicherer Umgang mit den üblichen Büroprogrammen',
    'Zuverlässigkeit in Absprachen',
    'Geduld mit Menschen und ein wenig Ungeduld mit Hindernissen',
    'Lust, auch jenseits der Stellenbeschreibung mit anzupacken',
    'Ausgeglichenheit an unausgeglichenen Tagen',
    'Der Mut, „Das weiß ich nicht“ zu sagen und dann nachzusehen',
  ],
  checks: [
    '{check}, die Kosten übernehmen wir',
    '{check} bei Einstellung',
    'Bereitschaft, folgenden Nachweis vorzulegen: {check}',
  ],
  leadDuties: [
    'Führung eines Teams mit {team} Mitarbeitenden, samt regelmäßiger Gespräche und offener Rückmeldung',
    'Verantwortung für das Budget des Bereichs und Bericht in jedem Quartal',
    'Gewinnung und gute Einarbeitung neuer Kolleginnen und Kollegen',
    'Mitarbeit im erweiterten Leitungskreis',
    'Festlegung der Jahresziele mit dem Team, einschließlich dessen, was liegen bleibt',
    'Vertretung der Organisation in Fachgremien und gegenüber Geldgebern',
  ],
  leadNeeds: [
    'Erfahrung in der Führung von Menschen, schwierige Gespräche eingeschlossen',
    'Ein Führungsstil, der anderen Raum lässt',
    'Sicherheit im Umgang mit Budgets und Gremien',
    'Die Fähigkeit, auch an kurzen Tagen weit zu denken',
  ],
  learning: [
    'Einarbeitung durch erfahrene Kolleginnen und Kollegen nach einem Plan für sechs Monate',
    'Hospitation in anderen Bereichen, um das Ganze zu verstehen',
    'Eigene Fragen und Ideen in der wöchentlichen Teamrunde',
  ],
  pay: [
    'Ein Gehalt von {pay}, je nach Erfahrung',
    'Vergütung: {pay}',
    '{pay}, eingruppiert nach einer Tabelle, die für alle gilt',
    'Eine Vergütung von {pay}, jährlich überprüft',
  ],
  payPlain: 'Vergütung: {pay}',
  payUnsaid: [
    'Vergütung nach Haustarif, den wir vor dem Gespräch gern zusenden',
    'Bezahlung nach Tarif mit Jahressonderzahlung',
    'Ein faires Gehalt, über das wir gleich im ersten Gespräch sprechen',
  ],
  benefits: {
    'health-insurance': [
      'Zuschuss zur privaten Krankenzusatzversicherung',
      'Betriebliche Krankenzusatzversicherung ab dem ersten Tag',
    ],
    'dental-and-vision': ['Zuschuss zu Brille und Zahnersatz', 'Zusatzschutz für Zähne und Augen'],
    pension: ['Betriebliche Altersvorsorge mit Arbeitgeberanteil', 'Zuschuss zur Altersvorsorge von sechs Prozent'],
    'generous-leave': [
      '31 Tage Urlaub, dazu frei an Heiligabend und Silvester',
      'Sechs Wochen Urlaub und zwei Entlastungstage',
    ],
    'flexible-hours': [
      'Gleitzeit, die Kita und Arzttermine zulässt',
      'Flexible Arbeitszeiten, soweit der Dienst es erlaubt',
    ],
    'working-from-home': ['Homeoffice an vereinbarten Tagen', 'Gute Ausstattung für den Schreibtisch zu Hause'],
    'training-budget': [
      'Fortbildungsbudget und die Zeit, es auszugeben',
      'Bezahlte Weiterbildungen und auf Wunsch Mentoring',
    ],
    'parental-leave': [
      'Aufstockung des Elterngeldes in den ersten Monaten',
      'Unterstützung vor, während und nach der Elternzeit',
    ],
    'transit-pass': ['Zuschuss zum Jobticket', 'Übernahme der Monatskarte'],
    'employee-assistance': [
      'Regelmäßige Supervision und kollegiale Beratung',
      'Vertrauliche Beratung für Beschäftigte und Angehörige',
    ],
    sabbatical: ['Möglichkeit zum Sabbatical nach fünf Jahren', 'Ein bezahlter freier Monat nach fünf Jahren'],
    'four-day-week': ['Vier-Tage-Woche bei vollem Gehalt', 'Vier Arbeitstage, bezahlt wie fünf'],
    'volunteer-days': ['Drei freie Tage im Jahr für das eigene Ehrenamt', 'Freistellung für ehrenamtliche Einsätze'],
    'childcare-support': ['Zuschuss zur Kinderbetreuung', 'Belegplätze in einer nahen Kita'],
    meals: ['Warmes Mittagessen aus der eigenen Küche', 'Zuschuss zum Mittagessen'],
    'bike-scheme': ['Dienstrad-Leasing, auch für private Wege', 'Dienstrad und ein trockener Stellplatz'],
  },
  internDuties: [
    'Recherche zu Fragen, die bei uns schon lange liegen',
    'Vorbereitung von Sitzungen und deren Protokolle',
    'Ein eigenes kleines Projekt mit Vorstellung am Ende',
    'Entwürfe für Texte, Tabellen und Folien, jeweils mit Rückmeldung',
    'Eine Woche Hospitation im Bereich {programme}',
    'Aufräumen von Listen und Ablagen, die es verdient haben',
    'Begleitung zu Terminen außer Haus',
  ],
  internNeeds: [
    'Ein laufendes oder gerade abgeschlossenes Studium in einem passenden Fach',
    'Neugier und der Mut zu fragen',
    'Sorgfältige Texte und Sinn für Einzelheiten',
    'Interesse an gemeinnütziger Arbeit',
    'Sehr gutes Deutsch, weitere Sprachen willkommen',
  ],
  volunteerNeeds: [
    'Eine freundliche und geduldige Art',
    'Ein Alter von mindestens achtzehn Jahren',
    'Bereitschaft, etwa ein halbes Jahr dabei zu sein',
    'Zuverlässigkeit, denn andere planen damit',
    'Vorkenntnisse sind nicht nötig',
  ],
  volunteerOffer: [
    'Gründliche Einführung und eine feste Ansprechperson',
    'Erstattung der Fahrtkosten und Mittagessen an langen Tagen',
    'Kostenlose Fortbildungen, von Erster Hilfe bis Gesprächsführung',
    'Versicherungsschutz und auf Wunsch ein Zeugnis',
    'Nette Leute und jedes Jahr ein Sommerfest',
  ],
  local: [
    'Vieles von unserer Arbeit spielt sich in {district} ab, und das merkt man auch am Team.',
    'Unsere Wurzeln liegen in {district}, auch wenn die Arbeit längst ganz {city} erreicht.',
  ],
  eligibility: ['Der Wohnsitz kann überall {eligible} liegen.', 'Voraussetzung ist ein Wohnsitz {eligible}.'],
  mottoOpenings: [
    '„{mission}“ steht bei {org} in {home} über der Tür.',
    'Seit {founded} arbeitet {org} in {home}, heute mit {staff} Hauptamtlichen, nach einem einzigen Satz: „{mission}.“',
    'Fragt man bei {org}, wozu das alles gut ist, lautet die Antwort: „{mission}.“',
    'In {home} ist {org} für klare Worte und langen Atem bekannt. „{mission}“ heißt es gleich am Anfang der Satzung.',
  ],
  history: [
    'Begonnen hat alles {founded} mit einem geliehenen Raum und einem Telefon.',
    'Gründerin {founder} führte die ersten Jahre vom Küchentisch aus; ihr Wasserkessel ist noch im Einsatz.',
    'Was {founded} als Winterprojekt anfing, hat nie aufgehört.',
    'Zwei kleine Vereine haben sich zu uns zusammengeschlossen, und beide brachten ihren Eigensinn mit.',
  ],
  team: [
    'Wir sind {staff} Hauptamtliche, und {hundreds} Freiwillige stehen uns zur Seite.',
    'Unsere {staff} Mitarbeitenden kommen aus vielen Ländern und sprechen mehr Sprachen, als auf die Website passen.',
    'Etwa {staff} Menschen arbeiten hier, von Mitte zwanzig bis weit über die Rente hinaus.',
  ],
  funding: [
    'Etwa die Hälfte der Einnahmen kommt von Spenderinnen und Spendern, der Rest von Stiftungen und der öffentlichen Hand.',
    'Unsere Jahresabschlüsse werden geprüft, veröffentlicht und angeblich sogar gelesen.',
    'Öffentliche Mittel tragen den Kern der Arbeit; Spenden bezahlen alles, was sie gut macht.',
  ],
};
