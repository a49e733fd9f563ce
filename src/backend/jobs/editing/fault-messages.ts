import type { JobError } from '../../../contract/generated/resolvers.js';
import type { JobFormFault, JobFormRule } from '../../../contract/job-form/job-form-rules.js';
import type { FieldDefinition } from '../../../contract/job-form/job-form.js';

type Messages = Record<JobFormRule, string>;

const ENGLISH: Messages = {
  required: 'Field is required',
  tooLong: 'Please use fewer characters',
  tooMany: 'Please choose fewer',
  url: 'Please give a whole web address that begins with https://',
  email: 'Please provide a valid email address',
  number: 'The value must be a number',
  positive: 'Please enter a number greater than zero',
  order: 'The highest pay is below the lowest',
  whole: 'Please enter a number without any decimal points or fractions',
  term: 'Please choose from the list',
  choice: 'Please choose from the list',
  country: 'Please choose a country from the list',
  date: 'Please give a date, such as 2026-11-21',
  past: 'Please choose a date that is still to come',
  beforeStart: 'The job would close before it is published',
  notAhead: 'Please choose a day after today on which the job is to be published',
  place: 'Please say where the work is done, or that it is done remotely',
  payUnit: 'Please say in which currency and for which time the pay is',
  file: 'The file is not here any more. Please choose it again',
  reason: 'Please say what is to be changed',
  state: 'This cannot be done with the job any more. Somebody else may have been faster',
  actor: 'Somebody else has to do this',
  review: 'We look at each job before it is published. Please send it for review',
  noReview: 'Nobody has to look at this job: you can publish it',
  unverified: 'Please confirm your email address before you publish a job',
  organization: 'This organization is closed',
  waiting: 'The job is being looked at. Take it back to change it',
  type: 'This kind of job cannot be posted here',
  tooMuch: 'This is more than the form can take',
  closing: 'Some applicants still wait for an answer. Please write to them before the job is archived',
};

const GERMAN: Messages = {
  required: 'Bitte füllen Sie dieses Feld aus',
  tooLong: 'Bitte verwenden Sie weniger Zeichen',
  tooMany: 'Bitte wählen Sie weniger aus',
  url: 'Bitte geben Sie eine vollständige Webadresse an, die mit https:// beginnt',
  email: 'Bitte geben Sie eine gültige E-Mail-Adresse an',
  number: 'Bitte geben Sie eine Zahl ein',
  positive: 'Bitte geben Sie eine Zahl größer als null ein',
  order: 'Das Höchstgehalt liegt unter dem Mindestgehalt',
  whole: 'Bitte geben Sie eine ganze Zahl ein',
  term: 'Bitte wählen Sie aus der Liste',
  choice: 'Bitte wählen Sie aus der Liste',
  country: 'Bitte wählen Sie ein Land aus der Liste',
  date: 'Bitte geben Sie ein Datum an, etwa 2026-11-21',
  past: 'Bitte wählen Sie ein Datum in der Zukunft',
  beforeStart: 'Die Stelle wäre geschlossen, bevor sie veröffentlicht wird',
  notAhead: 'Bitte wählen Sie für die Veröffentlichung einen Tag nach dem heutigen',
  place: 'Bitte geben Sie an, wo gearbeitet wird, oder dass remote gearbeitet wird',
  payUnit: 'Bitte geben Sie Währung und Zeitraum der Vergütung an',
  file: 'Die Datei liegt nicht mehr vor. Bitte wählen Sie sie noch einmal aus',
  reason: 'Bitte schreiben Sie, was geändert werden soll',
  state: 'Das ist bei dieser Stelle nicht mehr möglich. Vielleicht war jemand anderes schneller',
  actor: 'Das muss eine andere Person tun',
  review: 'Wir sehen jede Stelle an, bevor sie veröffentlicht wird. Bitte senden Sie sie zur Prüfung',
  noReview: 'Diese Stelle braucht keine Prüfung: Sie können sie veröffentlichen',
  unverified: 'Bitte bestätigen Sie Ihre E-Mail-Adresse, bevor Sie eine Stelle veröffentlichen',
  organization: 'Diese Organisation ist geschlossen',
  waiting: 'Die Stelle wird gerade geprüft. Ziehen Sie sie zurück, um sie zu ändern',
  type: 'Diese Art von Stelle kann hier nicht ausgeschrieben werden',
  tooMuch: 'Das ist mehr, als das Formular aufnehmen kann',
  closing:
    'Einige Bewerberinnen und Bewerber warten noch auf eine Antwort. Bitte schreiben Sie ihnen, bevor die Stelle archiviert wird',
};

const FRENCH: Messages = {
  required: 'Ce champ est obligatoire',
  tooLong: 'Veuillez utiliser moins de caractères',
  tooMany: 'Veuillez en choisir moins',
  url: 'Veuillez indiquer une adresse web complète, commençant par https://',
  email: 'Veuillez indiquer une adresse e-mail valide',
  number: 'Veuillez indiquer un nombre',
  positive: 'Veuillez indiquer un nombre supérieur à zéro',
  order: 'La rémunération maximale est inférieure à la minimale',
  whole: 'Veuillez indiquer un nombre entier',
  term: 'Veuillez choisir dans la liste',
  choice: 'Veuillez choisir dans la liste',
  country: 'Veuillez choisir un pays dans la liste',
  date: 'Veuillez indiquer une date, par exemple 2026-11-21',
  past: 'Veuillez choisir une date à venir',
  beforeStart: 'L’offre serait close avant d’être publiée',
  notAhead: 'Veuillez choisir un jour de publication après aujourd’hui',
  place: 'Veuillez indiquer le lieu de travail, ou que le travail se fait à distance',
  payUnit: 'Veuillez indiquer la devise et la période de la rémunération',
  file: 'Le fichier n’est plus là. Veuillez le choisir à nouveau',
  reason: 'Veuillez indiquer ce qui doit être modifié',
  state: 'Ce n’est plus possible pour cette offre. Quelqu’un d’autre a peut-être été plus rapide',
  actor: 'Une autre personne doit le faire',
  review: 'Nous relisons chaque offre avant sa publication. Veuillez l’envoyer pour relecture',
  noReview: 'Cette offre n’a pas besoin de relecture : vous pouvez la publier',
  unverified: 'Veuillez confirmer votre adresse e-mail avant de publier une offre',
  organization: 'Cette organisation est fermée',
  waiting: 'L’offre est en cours de relecture. Reprenez-la pour la modifier',
  type: 'Ce type d’offre ne peut pas être publié ici',
  tooMuch: 'C’est plus que le formulaire ne peut contenir',
  closing: 'Des personnes attendent encore une réponse. Veuillez leur écrire avant d’archiver l’offre',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** @param language `de`; English where it is another one. */
function jobFaultMessage({ rule }: JobFormFault, language: string): string {
  return (MESSAGES[language] ?? ENGLISH)[rule];
}

/** @param fields of the form, to say in which step of it each is */
export function jobErrors(
  faults: readonly JobFormFault[],
  language: string,
  fields: readonly FieldDefinition[] = [],
): JobError[] {
  return faults.map((fault) => ({
    __typename: 'JobError',
    field: fault.field ?? null,
    step: fields.find(({ name }) => name === fault.field)?.step ?? null,
    rule: fault.rule,
    message: jobFaultMessage(fault, language),
  }));
}
