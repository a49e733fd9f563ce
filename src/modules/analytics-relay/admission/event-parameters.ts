import { reportedPath } from '#contract/consent/consent-services.js';
import type { ParameterValue } from '#contract/measurement/events.js';
import type { Violation } from '../../../common/error.filter.js';
import { addressesOf, readAddress, readSitePath, type SiteAddresses } from '../../routing/index.js';

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

const EMAIL = /[^\s@"'<>()]{1,64}@[^\s@"'<>()]{1,255}/g;
/** Email addresses that are percent-encoded in a URL. */
const ENCODED_EMAIL = /[\w.+-]{1,64}%40[\w.-]{1,255}/gi;
const IPV4 = /\b(?:\d{1,3}\.){3}\d{1,3}\b/g;
const IPV6 = /(?:\b[\da-f]{1,4}|:)(?::[\da-f]{0,4}){2,7}\b/gi;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Long runs of characters that may be link keys or signed tokens. */
const MAYBE_TOKEN = /[\w.~-]{24,}/g;
const MIN_TOKEN_RUN = 16;

/**
 * @param site whose names for paths are known
 * @returns the text without email addresses, tokens and IP addresses, and with URLs shortened to their part before the query
 */
export function withoutPersonalData(text: string, site: SiteAddresses): string {
  const address = /^(?:https?:)?\/{1,2}\S*$/i.test(text) ? pageAddress(text, site) : text;
  return address
    .replace(EMAIL, '[email]')
    .replace(ENCODED_EMAIL, '[email]')
    .replace(MAYBE_TOKEN, (word) => (isToken(word) ? '[token]' : word))
    .replace(IPV4, '[ip]')
    .replace(IPV6, '[ip]');
}

/**
 * @param address absolute URL, or a path
 * @param site whose names for paths are known
 * @returns the URL without query and fragment; for pages about a person only the area
 */
export function pageAddress(address: string, site: SiteAddresses): string {
  const isPath = address.startsWith('/');
  if (isPath ? !URL.canParse(address, 'http://path') : !URL.canParse(address)) return '/';
  const { origin, pathname } = new URL(address, 'http://path');
  const path = knownPath(pathname, site);
  return isPath && !address.startsWith('//') ? path : origin + path;
}

/** Recognizes pages about a person by the names that paths have in the languages of the site. */
function knownPath(pathname: string, site: SiteAddresses): string {
  const read = readAddress(pathname);
  if (!read.ok) return '/';
  const found = readSitePath(site, read.address.path);
  if (!found) return reportedPath(pathname);
  const reported = reportedPath(found.path);
  return reported === found.path ? pathname : addressesOf(site, found.locale).href(reported);
}

/** Detects tokens by their mix of letters and digits, which does not occur in words; ids of organizations and resumes do not count. */
function isToken(word: string): boolean {
  if (UUID.test(word)) return false;
  return word.split(/[.~-]/).some((run) => run.length >= MIN_TOKEN_RUN && /\d/.test(run) && /[a-z]/i.test(run));
}
