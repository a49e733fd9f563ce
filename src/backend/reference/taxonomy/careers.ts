import { orderedTermTable } from './term-table.js';

/** Where somebody stands in their working life. */
export const careerStatuses = orderedTermTable(901, [
  ['seeking-work', 'Looking for work now', 'Aktiv auf Stellensuche', 'En recherche active'],
  ['open-to-offers', 'Employed, open to offers', 'In Anstellung, offen für Angebote', 'En poste, à l’écoute'],
  ['career-starter', 'Starting out', 'Berufseinstieg', 'Premier emploi'],
  ['in-training', 'Student or trainee', 'In Studium oder Ausbildung', 'En études ou en formation'],
  ['career-change', 'Changing careers', 'Quereinstieg', 'En reconversion'],
  ['career-return', 'Returning after a break', 'Wiedereinstieg', 'Retour à l’emploi'],
]);

/** How well somebody knows a language, in the words of people and of the Common European Framework. */
export const languageLevels = orderedTermTable(951, [
  ['level-basic', 'Basic (A1–A2)', 'Grundkenntnisse (A1–A2)', 'Notions (A1–A2)'],
  ['level-good', 'Good (B1–B2)', 'Gute Kenntnisse (B1–B2)', 'Intermédiaire (B1–B2)'],
  ['level-fluent', 'Fluent (C1–C2)', 'Verhandlungssicher (C1–C2)', 'Courant (C1–C2)'],
  ['level-native', 'Native', 'Erstsprache', 'Langue maternelle'],
]);
