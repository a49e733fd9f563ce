import type { StoredQuestion } from '../../src/backend/platform/database/tables/application-tables.js';

/** Texts that invented applicants write in one language. */
export interface DemoTexts {
  questions: StoredQuestion[];
  /** Possible answers to each question. */
  answers: readonly (readonly string[])[];
  people: readonly (readonly [firstName: string, lastName: string])[];
  letters: readonly string[];
  /** File name of a CV. */
  cvName: string;
  cvLine: string;
}

const asked = (texts: readonly [string, string]): StoredQuestion[] => [
  { id: 'start', text: texts[0], required: true },
  { id: 'why', text: texts[1], required: false },
];

const ENGLISH: DemoTexts = {
  questions: asked(['When could you start?', 'What would you like to change in your first month?']),
  answers: [
    ['In six weeks, or a little earlier if I can hand over well.', 'On the first of next month.', 'At once.'],
    [
      'I would listen first, and then mend one small thing that annoys everybody.',
      'I would visit every group once and write down what they need.',
      'I would make sure that nobody has to ask twice for the same thing.',
    ],
  ],
  people: [
    ['Maya', 'Fernandes'],
    ['Tom', 'Whitfield'],
    ['Aisha', 'Rahman'],
    ['Callum', 'Reid'],
    ['Ingrid', 'Solberg'],
    ['Samuel', 'Adeyemi'],
    ['Beth', 'Lawson'],
  ],
  letters: [
    'For the past four years I have run the food bank in my neighbourhood: first as a volunteer, then as the person with the keys, the rota and the phone.\n\nWhat draws me to you is that you ask people what they need before you build it. I would like to do this work with colleagues who take it as seriously as I do.',
    'I come from retail, where I led a team of twelve. I know how to plan a week, how to stay friendly on a bad day, and how to tell somebody kindly that something did not work.\n\nI would be glad to bring that to you.',
    'Two of my friends have found help with you. I would like to give something of it back, and I have the training for it.',
  ],
  cvName: 'CV',
  cvLine: 'Curriculum vitae: an example of the demo data.',
};

const GERMAN: DemoTexts = {
  questions: asked(['Wann könnten Sie anfangen?', 'Was möchten Sie im ersten Monat verändern?']),
  answers: [
    ['In sechs Wochen, mit guter Übergabe auch etwas früher.', 'Zum Ersten des nächsten Monats.', 'Sofort.'],
    [
      'Ich würde zuerst zuhören und dann eine Kleinigkeit in Ordnung bringen, die alle stört.',
      'Ich würde jede Gruppe einmal besuchen und aufschreiben, was sie braucht.',
      'Ich würde dafür sorgen, dass niemand zweimal nach demselben fragen muss.',
    ],
  ],
  people: [
    ['Miriam', 'Hofer'],
    ['Jonas', 'Lindemann'],
    ['Ayşe', 'Kaya'],
    ['Lukas', 'Brandt'],
    ['Svenja', 'Petersen'],
    ['David', 'Okeke'],
    ['Lea', 'Winkler'],
  ],
  letters: [
    'Seit vier Jahren leite ich die Lebensmittelausgabe in meinem Viertel: zuerst ehrenamtlich, inzwischen mit Schlüssel, Dienstplan und Telefon.\n\nMir gefällt, dass Sie die Menschen erst fragen, was sie brauchen. Diese Arbeit möchte ich mit Kolleginnen und Kollegen machen, die sie so ernst nehmen wie ich.',
    'Ich komme aus dem Einzelhandel und habe dort ein Team von zwölf Leuten geführt. Ich kann eine Woche planen, auch an schlechten Tagen freundlich bleiben und jemandem gut sagen, dass etwas nicht geklappt hat.\n\nDas bringe ich gern zu Ihnen mit.',
    'Zwei meiner Freunde haben bei Ihnen Hilfe gefunden. Davon möchte ich etwas zurückgeben, und die Ausbildung dafür habe ich.',
  ],
  cvName: 'Lebenslauf',
  cvLine: 'Lebenslauf: ein Beispiel aus den Demodaten.',
};

const FRENCH: DemoTexts = {
  questions: asked(['Quand pourriez-vous commencer ?', 'Qu’aimeriez-vous changer le premier mois ?']),
  answers: [
    [
      'Dans six semaines, un peu plus tôt si la passation se fait bien.',
      'Le premier du mois prochain.',
      'Tout de suite.',
    ],
    [
      'J’écouterais d’abord, puis je réglerais une petite chose qui gêne tout le monde.',
      'Je rendrais visite à chaque groupe et je noterais ce dont il a besoin.',
      'Je ferais en sorte que personne n’ait à demander deux fois la même chose.',
    ],
  ],
  people: [
    ['Camille', 'Moreau'],
    ['Hugo', 'Lefèvre'],
    ['Nadia', 'Benali'],
    ['Émile', 'Tremblay'],
    ['Sophie', 'Gauthier'],
    ['Idriss', 'Diallo'],
    ['Claire', 'Marchand'],
  ],
  letters: [
    'Depuis quatre ans, je fais tourner l’épicerie solidaire de mon quartier : d’abord comme bénévole, puis avec les clés, le planning et le téléphone.\n\nCe qui me plaît chez vous, c’est que vous demandez aux gens ce dont ils ont besoin avant de le construire. J’aimerais faire ce travail avec des collègues qui le prennent autant au sérieux que moi.',
    'Je viens du commerce, où j’ai dirigé une équipe de douze personnes. Je sais organiser une semaine, rester aimable un mauvais jour et dire avec tact que quelque chose n’a pas marché.\n\nJe serais heureux de vous apporter cela.',
    'Deux de mes amis ont trouvé de l’aide chez vous. J’aimerais rendre un peu de ce qu’ils ont reçu, et j’ai la formation pour le faire.',
  ],
  cvName: 'CV',
  cvLine: 'Curriculum vitae : un exemple des données de démonstration.',
};

const TEXTS: Record<string, DemoTexts> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

export function demoTexts(language: string): DemoTexts {
  return TEXTS[language.slice(0, 2)] ?? ENGLISH;
}
