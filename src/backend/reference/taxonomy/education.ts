import { orderedTermTable, termTable } from './term-table.js';

export const degreeLevels = orderedTermTable(501, [
  ['no-degree', 'No degree needed', 'Kein Abschluss erforderlich', 'Aucun diplôme exigé'],
  ['secondary-school', 'Secondary school', 'Schulabschluss', 'Études secondaires'],
  [
    'vocational-training',
    'Vocational training or college',
    'Berufsausbildung',
    'Formation professionnelle ou collégiale',
  ],
  ['bachelors-degree', 'Bachelor’s degree', 'Bachelor', 'Licence ou baccalauréat universitaire'],
  ['masters-degree', 'Master’s degree', 'Master', 'Master ou maîtrise'],
  ['doctorate', 'Doctorate', 'Promotion', 'Doctorat'],
]);

export const fieldsOfStudy = termTable(801, [
  ['social-work-studies', 'Social work', 'Soziale Arbeit', 'Travail social'],
  ['nursing-studies', 'Nursing & health sciences', 'Pflege & Gesundheit', 'Sciences infirmières et santé'],
  ['psychology', 'Psychology', 'Psychologie', 'Psychologie'],
  ['education-studies', 'Education', 'Pädagogik', 'Sciences de l’éducation'],
  ['business-studies', 'Business & management', 'Betriebswirtschaft', 'Gestion et commerce'],
  ['accounting-studies', 'Accounting & finance', 'Rechnungswesen & Finanzen', 'Comptabilité et finance'],
  [
    'communication-studies',
    'Communication & journalism',
    'Kommunikation & Journalismus',
    'Communication et journalisme',
  ],
  ['computer-science', 'Computer science', 'Informatik', 'Informatique'],
  ['statistics', 'Mathematics & statistics', 'Mathematik & Statistik', 'Mathématiques et statistique'],
  ['law', 'Law', 'Rechtswissenschaft', 'Droit'],
  ['political-science', 'Political science', 'Politikwissenschaft', 'Science politique'],
  ['international-studies', 'International studies', 'Internationale Beziehungen', 'Relations internationales'],
  ['environmental-science', 'Environmental science', 'Umweltwissenschaften', 'Sciences de l’environnement'],
  ['public-health', 'Public health', 'Public Health', 'Santé publique'],
  ['humanities', 'Humanities', 'Geisteswissenschaften', 'Lettres et sciences humaines'],
  ['fine-arts', 'Fine arts & design', 'Kunst & Design', 'Arts et design'],
  ['languages', 'Languages & translation', 'Sprachen & Übersetzung', 'Langues et traduction'],
  ['theology', 'Theology', 'Theologie', 'Théologie'],
  ['trades-and-technology', 'Trades & technology', 'Handwerk & Technik', 'Métiers et technique'],
  ['hospitality', 'Hospitality & nutrition', 'Hauswirtschaft & Ernährung', 'Hôtellerie et nutrition'],
]);
