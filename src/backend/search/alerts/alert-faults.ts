import type { AccountError } from '#contract/generated/resolvers.js';
import type { AccountViolation } from '#contract/accounts/account-rules.js';
import { messageOf } from '../../domain/accounts/fault-messages.js';

/** What can be wrong with an alert; the account's own words serve for the rest. */
type AlertRule = 'seconds' | 'many' | 'off';

export interface AlertViolation {
  field?: string;
  rule: AlertRule | AccountViolation['rule'];
}

type Messages = Record<AlertRule, string>;

const ENGLISH: Messages = {
  seconds: 'Please choose how often we should write',
  many: 'You have as many alerts as one can have. Please delete one first',
  off: 'Alerts cannot be sent here just now',
};

const GERMAN: Messages = {
  seconds: 'Bitte wählen Sie, wie oft wir schreiben sollen',
  many: 'Mehr Suchaufträge sind nicht möglich. Bitte löschen Sie zuerst einen',
  off: 'Suchaufträge können hier gerade nicht verschickt werden',
};

const FRENCH: Messages = {
  seconds: 'Veuillez choisir la fréquence de nos messages',
  many: 'Vous avez atteint le nombre maximal d’alertes. Veuillez d’abord en supprimer une',
  off: 'Les alertes ne peuvent pas être envoyées ici pour l’instant',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

export function alertErrors(violations: readonly AlertViolation[], language: string): AccountError[] {
  return violations.map(({ field, rule }) => ({
    __typename: 'AccountError',
    field: field ?? null,
    message: isOwn(rule) ? (MESSAGES[language] ?? ENGLISH)[rule] : messageOf({ rule }, language),
    code: null,
  }));
}

function isOwn(rule: AlertViolation['rule']): rule is AlertRule {
  return Object.hasOwn(ENGLISH, rule);
}
