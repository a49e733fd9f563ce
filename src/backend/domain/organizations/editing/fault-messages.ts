import type { OrganizationRule } from '#contract/organization-form/organization-form.js';
import { formErrorsWith } from '../../forms/form-errors.js';

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

export const organizationErrors = formErrorsWith(MESSAGES);
