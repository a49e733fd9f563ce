import type { FormRule } from '../../../contract/defined-form/form-rules.js';
import type { OrganizationRule } from '../../../contract/organization-form/organization-form.js';
import { faultMessage } from '../../defined-form/fault-messages.js';

const MESSAGES: Readonly<Record<string, Readonly<Record<OrganizationRule, string>>>> = {
  en: {
    year: 'Please give a year, such as 1985',
    unverified: 'Please confirm your email address before you publish your page',
    closed: 'This organization is closed',
    nothing: 'There is nothing left to publish. Somebody else may have been faster',
  },
  de: {
    year: 'Bitte geben Sie ein Jahr an, etwa 1985',
    unverified: 'Bitte bestätigen Sie Ihre E-Mail-Adresse, bevor Sie Ihre Seite veröffentlichen',
    closed: 'Diese Organisation ist geschlossen',
    nothing: 'Es gibt nichts mehr zu veröffentlichen. Vielleicht war jemand anderes schneller',
  },
  fr: {
    year: 'Veuillez indiquer une année, par exemple 1985',
    unverified: 'Veuillez confirmer votre adresse e-mail avant de publier votre page',
    closed: 'Cette organisation est fermée',
    nothing: 'Il n’y a plus rien à publier. Quelqu’un d’autre a peut-être été plus rapide',
  },
};

/** @param language `de`; English where it is another one. */
export function organizationFaultMessage(rule: FormRule | OrganizationRule, language: string): string {
  const own = MESSAGES[language] ?? MESSAGES.en!;
  return Object.hasOwn(own, rule) ? own[rule as OrganizationRule] : faultMessage(rule as FormRule, language);
}
