import type { Translate } from '#shared/text/translator.js';

const SHARED_FIELDS = ['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1', 'addressLine2'];

/** @returns the word of a field that all forms have alike; undefined: the form has its own */
export function sharedField(name: string, t: Translate): string | undefined {
  return SHARED_FIELDS.includes(name) ? t(`defined-form.field.${name}`) : undefined;
}
