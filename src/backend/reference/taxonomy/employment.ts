import { orderedTermTable } from './term-table.js';

export const remoteOptions = orderedTermTable(1, [
  ['on-site', 'On-site', 'Vor Ort', 'Sur place'],
  ['hybrid', 'Hybrid', 'Hybrid', 'Hybride'],
  ['remote', 'Remote', 'Remote', 'À distance'],
]);

export const employmentTypes = orderedTermTable(101, [
  ['full-time', 'Full-time', 'Vollzeit', 'Temps plein'],
  ['part-time', 'Part-time', 'Teilzeit', 'Temps partiel'],
  ['contract', 'Contract', 'Befristet', 'Contrat à durée déterminée'],
  ['temporary', 'Temporary', 'Aushilfe', 'Remplacement temporaire'],
  ['internship', 'Internship', 'Praktikum', 'Stage'],
  ['volunteer', 'Volunteer', 'Ehrenamt', 'Bénévolat'],
  ['per-diem', 'Per diem', 'Auf Abruf', 'À la vacation'],
]);

export const experienceLevels = orderedTermTable(401, [
  ['entry-level', 'Entry level', 'Berufseinstieg', 'Débutant·e'],
  ['1-2-years', '1–2 years', '1–2 Jahre', '1 à 2 ans'],
  ['3-5-years', '3–5 years', '3–5 Jahre', '3 à 5 ans'],
  ['6-10-years', '6–10 years', '6–10 Jahre', '6 à 10 ans'],
  ['10-plus-years', 'More than 10 years', 'Mehr als 10 Jahre', 'Plus de 10 ans'],
]);

export const organizationSizes = orderedTermTable(701, [
  ['staff-1-10', '1–10 employees', '1–10 Mitarbeitende', '1 à 10 salarié·e·s'],
  ['staff-11-50', '11–50 employees', '11–50 Mitarbeitende', '11 à 50 salarié·e·s'],
  ['staff-51-200', '51–200 employees', '51–200 Mitarbeitende', '51 à 200 salarié·e·s'],
  ['staff-201-1000', '201–1,000 employees', '201–1.000 Mitarbeitende', '201 à 1 000 salarié·e·s'],
  ['staff-1000-plus', 'More than 1,000 employees', 'Mehr als 1.000 Mitarbeitende', 'Plus de 1 000 salarié·e·s'],
]);
