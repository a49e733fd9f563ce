import type { FieldDefinition } from '../../../contract/defined-form/defined-form.js';
import type { FormRule } from '../../../contract/defined-form/form-rules.js';
import type { FormError } from '../../../contract/generated/resolvers.js';
import type { JobFormFault, JobRule } from '../../../contract/job-form/job-form-rules.js';
import { faultMessage } from '../../defined-form/fault-messages.js';

type Messages = Readonly<Record<JobRule, string>>;

const MESSAGES: Readonly<Record<string, Messages>> = {
  en: {
    order: 'The highest pay is below the lowest',
    past: 'Please choose a date that is still to come',
    beforeStart: 'The job would close before it is published',
    notAhead: 'Please choose a day after today on which the job is to be published',
    place: 'Please say where the work is done, or that it is done remotely',
    payUnit: 'Please say in which currency and for which time the pay is',
    reason: 'Please say what is to be changed',
    state: 'This cannot be done with the job any more. Somebody else may have been faster',
    actor: 'Somebody else has to do this',
    review: 'We look at each job before it is published. Please send it for review',
    noReview: 'Nobody has to look at this job: you can publish it',
    unverified: 'Please confirm your email address before you publish a job',
    organization: 'This organization is closed',
    waiting: 'The job is being looked at. Take it back to change it',
    type: 'This kind of job cannot be posted here',
    closing: 'Some applicants still wait for an answer. Please write to them before the job is archived',
  },
  de: {
    order: 'Das Höchstgehalt liegt unter dem Mindestgehalt',
    past: 'Bitte wählen Sie ein Datum in der Zukunft',
    beforeStart: 'Die Stelle wäre geschlossen, bevor sie veröffentlicht wird',
    notAhead: 'Bitte wählen Sie für die Veröffentlichung einen Tag nach dem heutigen',
    place: 'Bitte geben Sie an, wo gearbeitet wird, oder dass remote gearbeitet wird',
    payUnit: 'Bitte geben Sie Währung und Zeitraum der Vergütung an',
    reason: 'Bitte schreiben Sie, was geändert werden soll',
    state: 'Das ist bei dieser Stelle nicht mehr möglich. Vielleicht war jemand anderes schneller',
    actor: 'Das muss eine andere Person tun',
    review: 'Wir sehen jede Stelle an, bevor sie veröffentlicht wird. Bitte senden Sie sie zur Prüfung',
    noReview: 'Diese Stelle braucht keine Prüfung: Sie können sie veröffentlichen',
    unverified: 'Bitte bestätigen Sie Ihre E-Mail-Adresse, bevor Sie eine Stelle veröffentlichen',
    organization: 'Diese Organisation ist geschlossen',
    waiting: 'Die Stelle wird gerade geprüft. Ziehen Sie sie zurück, um sie zu ändern',
    type: 'Diese Art von Stelle kann hier nicht ausgeschrieben werden',
    closing:
      'Einige Bewerberinnen und Bewerber warten noch auf eine Antwort. Bitte schreiben Sie ihnen, bevor die Stelle archiviert wird',
  },
  fr: {
    order: 'La rémunération maximale est inférieure à la minimale',
    past: 'Veuillez choisir une date à venir',
    beforeStart: 'L’offre serait close avant d’être publiée',
    notAhead: 'Veuillez choisir un jour de publication après aujourd’hui',
    place: 'Veuillez indiquer le lieu de travail, ou que le travail se fait à distance',
    payUnit: 'Veuillez indiquer la devise et la période de la rémunération',
    reason: 'Veuillez indiquer ce qui doit être modifié',
    state: 'Ce n’est plus possible pour cette offre. Quelqu’un d’autre a peut-être été plus rapide',
    actor: 'Une autre personne doit le faire',
    review: 'Nous relisons chaque offre avant sa publication. Veuillez l’envoyer pour relecture',
    noReview: 'Cette offre n’a pas besoin de relecture : vous pouvez la publier',
    unverified: 'Veuillez confirmer votre adresse e-mail avant de publier une offre',
    organization: 'Cette organisation est fermée',
    waiting: 'L’offre est en cours de relecture. Reprenez-la pour la modifier',
    type: 'Ce type d’offre ne peut pas être publié ici',
    closing: 'Des personnes attendent encore une réponse. Veuillez leur écrire avant d’archiver l’offre',
  },
};

/** @param language `de`; English where it is another one. */
function jobFaultMessage({ rule }: { rule: FormRule | JobRule }, language: string): string {
  const own = MESSAGES[language] ?? MESSAGES.en!;
  return Object.hasOwn(own, rule) ? own[rule as JobRule] : faultMessage(rule as FormRule, language);
}

/** @param fields of the form, to say in which step of it each is */
export function jobErrors(
  faults: readonly JobFormFault[],
  language: string,
  fields: readonly FieldDefinition[] = [],
): FormError[] {
  return faults.map((fault) => ({
    __typename: 'FormError',
    field: fault.field ?? null,
    step: fields.find(({ name }) => name === fault.field)?.step ?? null,
    rule: fault.rule,
    message: jobFaultMessage(fault, language),
  }));
}
