import type { ParameterValue } from '#contract/measurement/events.js';
import type { Violation } from '../../../common/problem.js';

/** Google accepts 25 parameters; the relay adds five. */
const MAX_PARAMETERS = 20;
const MAX_NAME_LENGTH = 40;
/** Maximum length of most values; some parameters that describe a page have a higher limit. */
const MAX_VALUE_LENGTH = 100;
const MAX_LENGTHS: Readonly<Record<string, number>> = { page_title: 300, page_location: 1000 };
/** Maximum number of items in a list; only Meta accepts lists. */
const MAX_ITEMS = 20;
const NAME = /^[a-z]\w*$/i;
/** Prefixes reserved by Google. */
const RESERVED_PREFIXES = ['google_', 'ga_', 'firebase_'];

export type CheckedParameters = Record<string, ParameterValue | ParameterValue[]>;

/**
 * Checks the event parameters of a request, which may come from a visitor's browser or from any program.
 *
 * @param body the field that contains the parameters
 * @param options.allowsLists whether a value may be a list
 */
export function checkParameters(
  body: string,
  given: Readonly<Record<string, unknown>>,
  { allowsLists }: { allowsLists: boolean },
): { ok: true; parameters: CheckedParameters } | { ok: false; violation: Violation } {
  const entries = Object.entries(given);
  const refuse = (field: string, rule: string, is: string) =>
    ({ ok: false, violation: { field, rule, detail: `${field} ${is}.` } }) as const;
  if (entries.length > MAX_PARAMETERS)
    return refuse(body, 'max-parameters', `must not have more than ${MAX_PARAMETERS} parameters`);
  const parameters: CheckedParameters = {};
  for (const [name, value] of entries) {
    const field = `${body}.${name.slice(0, MAX_NAME_LENGTH)}`;
    if (name.length > MAX_NAME_LENGTH)
      return refuse(field, 'max-name-length', `must have a name of at most ${MAX_NAME_LENGTH} characters`);
    if (!NAME.test(name)) return refuse(field, 'name', 'must have a name of letters, digits and underscores');
    if (RESERVED_PREFIXES.some((prefix) => name.toLowerCase().startsWith(prefix)))
      return refuse(field, 'reserved-name', 'must not have a name that begins with google_, ga_ or firebase_');
    const items = allowsLists && Array.isArray(value) ? (value as unknown[]) : [value];
    if (items.length > MAX_ITEMS) return refuse(field, 'max-items', `must not have more than ${MAX_ITEMS} items`);
    const maxLength = MAX_LENGTHS[name] ?? MAX_VALUE_LENGTH;
    for (const item of items) {
      if (!isParameterValue(item)) return refuse(field, 'type', 'must be a text, a finite number, true or false');
      if (typeof item === 'string' && item.length > maxLength)
        return refuse(field, 'max-length', `must not be longer than ${maxLength} characters`);
    }
    parameters[name] = value as ParameterValue | ParameterValue[];
  }
  return { ok: true, parameters };
}

function isParameterValue(value: unknown): value is ParameterValue {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && isFinite(value));
}
