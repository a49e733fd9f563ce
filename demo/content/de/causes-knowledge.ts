import type { CauseText } from '../text-shapes.js';

export const germanKnowledgeCauses: Readonly<Record<string, CauseText>> = {
  education: {
    people: 'Lernende und Lehrkräfte',
    peopleDative: 'Lernenden und Lehrkräften',
    programmes: ['Alphabetisierung', 'Stipendien', 'Lesepaten', 'Digitale Bildung', 'Schulpartnerschaften'],
    names: [
      'Lernwerk {place}',
      'Bildungshaus {place}',
      'Offenes Buch {city}',
      '{surname}-Stipendienstiftung',
      'Zweite Chance {city}',
      'Volksbildungsverein {place}',
    ],
    openings: [
      '{org} hilft {thousands} Menschen in {home}, zu lesen, zu rechnen und die Prüfung zu bestehen, aus der sie einmal hinausgegangen sind.',
      'Bei {org} erklärt ein pensionierter Physiker einer Bäckerin das Bruchrechnen, und beide haben Spaß daran.',
      'Seit {founded} begleitet {org} junge Menschen aus {home} mit Geld, Nachhilfe und Zuspruch durchs Studium.',
      'Viele Erwachsene kämpfen mit einem einfachen Brief der Bank; genau für diesen Brief gibt es {org} in {home}.',
    ],
    missions: [
      'Zum Lernen ist es nie zu spät und nie zu früh.',
      'Bildung, die Türen öffnet.',
      'Eine gute Lehrkraft, ein warmer Raum und Zeit.',
    ],
    story: [
      'Wer ein Stipendium erhält, hat vom ersten Antrag bis zum Abschluss eine Mentorin oder einen Mentor.',
      'Unsere Lesepaten besuchen {dozens} Grundschulen, oft mit Hund.',
      'Nach Zeugnissen fragt hier niemand, nur danach, was man gern können möchte.',
    ],
    beliefs: ['Der Glaube, dass Menschen in jedem Alter lernen', 'Freude am ersten geschriebenen Satz'],
  },
  'sports-and-recreation': {
    people: 'Sportlerinnen und Sportler',
    peopleDative: 'Sportlerinnen und Sportlern',
    programmes: ['Inklusionssport', 'Mädchenfußball', 'Offene Halle', 'Schwimmen lernen', 'Gesundheitssport'],
    names: [
      'Sportfreunde {place}',
      'Alle spielen mit {city}',
      'Bootshaus {place}',
      'Bewegung für alle {place}',
      'Halbzeit-Stiftung',
      'Turnverein {place}',
    ],
    openings: [
      '{org} bringt in {home} jede Woche {thousands} Menschen in Bewegung, vom Kleinkind bis zum Gehfußball.',
      'Der Beitrag bei {org} richtet sich danach, was eine Familie zahlen kann, und niemand fragt zweimal nach.',
      'Angefangen hat {org} {founded} auf einem Schotterplatz in {home}; der Schotter ist weg, der Geist geblieben.',
      'Wegen des Sports kommt man zu {org}, wegen der Leute bleibt man.',
    ],
    missions: [
      'Sport für alle, auf jedem Niveau.',
      'Eine Mannschaft für jedes Kind, das eine will.',
      'Gesündere und freundlichere Viertel durch Bewegung.',
    ],
    story: [
      'Rollstuhlbasketball, Cricket und Seilspringen teilen sich eine Halle und eine Kaffeemaschine.',
      'Jedes Jahr bilden wir {dozens} junge Übungsleitende aus, die Hälfte davon Mädchen.',
      'Schuhe und Schläger gibt es in der kostenlosen Ausleihe.',
    ],
    beliefs: [
      'Die Haltung, dass Mitspielen wichtiger ist als Gewinnen',
      'Ein Talent, müde Gruppen am Donnerstag in Gang zu bringen',
    ],
  },
  'science-and-research': {
    people: 'Betroffene und Forschende',
    peopleDative: 'Betroffenen und Forschenden',
    programmes: [
      'Forschungsförderung',
      'Seltene Erkrankungen',
      'Patientenbeteiligung',
      'Klinische Studien',
      'Offene Wissenschaft',
    ],
    names: [
      '{surname}-Institut',
      'Forschungsstiftung {surname}',
      'Gemeinsam Selten',
      'Lungenforschung {place}',
      'Mark und Hoffnung',
      'Früherkennung {place}',
    ],
    openings: [
      '{org} fördert und betreibt Forschung zu Krankheiten, die zu selten sind, um sich zu rechnen.',
      'Seit {founded} hat {org} in {home} und mit Partnern im Ausland {hundreds} Vorhaben unterstützt.',
      'Bei {org} bestimmen Betroffene mit, welche Fragen die Wissenschaft als Nächstes stellt.',
      '{org} bringt Labore, Kliniken und Familien zusammen, damit Wissen schneller am Krankenbett ankommt.',
    ],
    missions: [
      'Bessere Fragen, schnellere Antworten, offen für alle.',
      'Forschung, die ankommt.',
      'Wir verkürzen den Weg von der Entdeckung zur Behandlung.',
    ],
    story: [
      'Jeden Antrag begutachten Fachleute und Menschen, die mit der Krankheit leben.',
      'Alle Ergebnisse werden frei veröffentlicht, auch die negativen.',
      'Eine Biobank mit {thousands} Proben steht der Forschung kostenlos offen.',
    ],
    beliefs: [
      'Achtung vor Belegen und vor den Menschen hinter den Daten',
      'Geduld mit Fortschritt in kleinen Schritten',
    ],
  },
  philanthropy: {
    people: 'Stifterinnen, Stifter und Förderpartner',
    peopleDative: 'Stifterinnen, Stiftern und Förderpartnern',
    programmes: ['Projektförderung', 'Treuhandstiftungen', 'Jugendjury', 'Wirkungsinvestitionen', 'Bürgerfonds'],
    names: [
      'Bürgerstiftung {place}',
      '{surname}-Stiftung',
      'Familienstiftung {surname}',
      'Fonds für Wandel {city}',
      'Gemeinschaftsstiftung {place}',
      'Stiftung Langer Atem',
    ],
    openings: [
      '{org} vergibt im Jahr rund {hundreds} Förderungen an kleine Organisationen in und um {home}.',
      '{founded} aus einem Familienvermögen entstanden, gibt {org} Schritt für Schritt Entscheidungen an die Geförderten ab.',
      '{org} bringt Menschen, die geben wollen, mit denen in {home} zusammen, die wissen, was gebraucht wird.',
      'Lange Förderungen, kurze Formulare: {org} möchte die Geldgeberin sein, die man sich selbst gewünscht hätte.',
    ],
    missions: [
      'Großzügigkeit, die weiter reicht.',
      'Geld mit Vertrauen bewegen und offen daraus lernen.',
      'Wir helfen Menschen, gut zu geben.',
    ],
    story: [
      'Zwei Drittel unserer Mittel sind nicht zweckgebunden und laufen mindestens drei Jahre.',
      'Ein Antrag dauert eine Stunde, und wer eine Absage bekommt, wird angerufen.',
      'Eine Jugendjury vergibt ihr eigenes Budget und hat noch nichts Langweiliges gefördert.',
    ],
    beliefs: [
      'Der Blick auf Geförderte als Partner, die den schwierigen Teil machen',
      'Behutsamkeit im Umgang mit Einfluss',
    ],
  },
};
