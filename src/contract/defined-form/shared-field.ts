import type { Translate } from '#shared/text/translator.js';

const SHARED_FIELDS = ['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1', 'addressLine2'];

/** @returns the label of a field that is the same in all forms; undefined if the form has its own label */
export function sharedField(name: string, t: Translate): string | undefined {
  return SHARED_FIELDS.includes(name) ? t(`defined-form.field.${name}`) : undefined;
}
