import { termTable } from './term-table.js';

export const benefits = termTable(601, [
  ['health-insurance', 'Extended health insurance', 'Krankenzusatzversicherung', 'Assurance santé complémentaire'],
  ['dental-and-vision', 'Dental & vision', 'Zahn- & Sehhilfenzuschuss', 'Soins dentaires et optiques'],
  ['pension', 'Pension plan', 'Betriebliche Altersvorsorge', 'Régime de retraite'],
  ['generous-leave', 'Generous annual leave', 'Mehr Urlaub', 'Congés supplémentaires'],
  ['flexible-hours', 'Flexible hours', 'Flexible Arbeitszeiten', 'Horaires flexibles'],
  ['working-from-home', 'Working from home', 'Homeoffice', 'Télétravail'],
  ['training-budget', 'Training budget', 'Fortbildungsbudget', 'Budget de formation'],
  ['parental-leave', 'Parental leave top-up', 'Zuschuss zur Elternzeit', 'Congé parental bonifié'],
  ['transit-pass', 'Transit pass', 'Jobticket', 'Titre de transport'],
  ['employee-assistance', 'Employee assistance', 'Mitarbeiterberatung & Supervision', 'Soutien psychologique'],
  ['sabbatical', 'Sabbatical', 'Sabbatical', 'Congé sabbatique'],
  ['four-day-week', 'Four-day week', 'Vier-Tage-Woche', 'Semaine de quatre jours'],
  ['volunteer-days', 'Paid volunteering days', 'Freie Tage fürs Ehrenamt', 'Journées de bénévolat payées'],
  ['childcare-support', 'Childcare support', 'Kinderbetreuungszuschuss', 'Aide à la garde d’enfants'],
  ['meals', 'Meals or meal vouchers', 'Verpflegung', 'Repas ou titres-restaurant'],
  ['bike-scheme', 'Bike scheme', 'Dienstrad', 'Vélo de fonction'],
]);
