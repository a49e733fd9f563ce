import { type FieldValues, entryFieldName } from '../defined-form/defined-form.js';

/** An extracted value and its field; as `ProposedResumeValue` of the contract. */
export interface ReviewedValue {
  name: string;
  value: string;
  label?: string | null | undefined;
  lines: readonly string[];
  assumed: boolean;
}

/** A proposed item that can be accepted or rejected. */
export interface ReviewedItem {
  field: string;
  values: readonly ReviewedValue[];
}

/** Maximum number of proposed items: see `formProposals` of the backend. */
export const MAX_ITEMS = 120;
/** Names of the parts of entries, and of single values. */
export const REVIEWED_PARTS = [
  ...(['firstName', 'lastName', 'phone', 'birthday', 'title', 'about'] as const),
  ...(['countryCode', 'administrativeArea', 'locality', 'zip', 'addressLine1', 'addressLine2'] as const),
  ...(['jobTitle', 'companyName', 'employmentType', 'from', 'until', 'summary'] as const),
  ...(['institution', 'degreeLevel', 'fieldOfStudy', 'studyProgram', 'language', 'level'] as const),
  ...(['languagesFree', 'skills', 'skillsFree'] as const),
] as const;

/** The hidden field that carries the extracted data from one page to the next, because the server stores none of it. */
export const PROPOSAL_FIELD = 'proposal';
/** The field for choosing a file. */
export const FILE_FIELD = 'file';
const TAKEN = 'yes';

/** Returns the name of the checkbox that accepts an item. @param index zero-based */
export function takeName(index: number): string {
  return `take.${index}`;
}

/** Returns the name of the field in which a value can be corrected. */
export function partName(index: number, part: string): string {
  return `item.${index}.${part}`;
}

/** @returns the field names of a review, besides the proposal */
export function reviewNames(): string[] {
  return Array.from({ length: MAX_ITEMS }, (_none, index) => [
    takeName(index),
    ...REVIEWED_PARTS.map((part) => partName(index, part)),
  ]).flat();
}

/** @param text value of `PROPOSAL_FIELD` @returns undefined if it is invalid */
export function readProposal(text: string | undefined): ReviewedItem[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length === 0 || read.length > MAX_ITEMS) return undefined;
  const items = (read as unknown[]).map(itemOf);
  return items.every((each) => each !== undefined) ? items : undefined;
}

function itemOf(read: unknown): ReviewedItem | undefined {
  const { field, values } = fieldsOf(read);
  if (typeof field !== 'string' || !Array.isArray(values) || values.length === 0) return undefined;
  const all = (values as unknown[]).map(valueOf);
  return all.every((each) => each !== undefined) ? { field, values: all } : undefined;
}

function valueOf(read: unknown): ReviewedValue | undefined {
  const { name, value, label, lines, assumed } = fieldsOf(read);
  const isKnown = REVIEWED_PARTS.some((part) => part === name);
  if (!isKnown || typeof name !== 'string' || typeof value !== 'string' || !Array.isArray(lines)) return undefined;
  const texts = (lines as unknown[]).filter((line) => typeof line === 'string');
  return { name, value, label: typeof label === 'string' ? label : null, lines: texts, assumed: assumed === true };
}

function fieldsOf(read: unknown): Readonly<Record<string, unknown>> {
  return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};
}

/** @param sent undefined if the review has not been sent yet @returns whether an item is accepted */
export function isTaken(index: number, sent: Readonly<Record<string, string>> | undefined, byItself: boolean): boolean {
  return sent ? sent[takeName(index)] === TAKEN : byItself;
}

/** List items of single words can only be accepted or rejected as a whole. */
const UNCHANGED = ['languagesFree', 'skills', 'skillsFree'];

/** Whether a value can be corrected in the review. */
export function isCorrectable(field: string): boolean {
  return !UNCHANGED.includes(field);
}

/** @param sent undefined if the review has not been sent yet @returns the corrected value, otherwise the extracted one */
export function reviewedText(
  index: number,
  { name, value }: ReviewedValue,
  sent: Readonly<Record<string, string>> | undefined,
): string {
  if (!sent || !isCorrectable(name)) return value;
  return (sent[partName(index, name)] ?? '').replace(/\r\n?/g, '\n');
}

/** Whether the form already contains the extracted item, so that there is nothing to accept. */
export function isThere({ field, values }: ReviewedItem, before: FieldValues): boolean {
  const held = before[field] ?? [];
  const [first] = values;
  if (!isEntry(field)) return held.some((each) => same(each, first?.value ?? ''));
  const key = KEYS[field] ?? values.map(({ name }) => name);
  return held.some((text) => {
    const entry = fieldsOf(parsed(text));
    return key.every((part) => {
      const own = entry[part];
      return same(typeof own === 'string' ? own : '', values.find(({ name }) => name === part)?.value ?? '');
    });
  });
}

/** Parts by which two entries are considered equal. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  workExperience: ['jobTitle', 'companyName', 'from'],
  education: ['institution', 'studyProgram', 'from'],
  languages: ['language'],
};
const ENTRIES = ['homeLocation', 'workExperience', 'education', 'languages'];
/** Fields with a single value; an accepted item replaces it. */
const SINGLE = ['firstName', 'lastName', 'phone', 'birthday', 'homeLocation', 'title', 'about'];

export function isEntry(field: string): boolean {
  return ENTRIES.includes(field);
}

export function isSingle(field: string): boolean {
  return SINGLE.includes(field);
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface MergedReview {
  /** The changed fields, in the format of the resume form. */
  fields: FieldValues;
  /** Maps names in the resume form to their places in the review. */
  places: ReadonlyMap<string, string>;
}

/**
 * Merges the accepted items into the values of the resume form: entries and terms are appended, single values are replaced.
 *
 * @param sent the sent review, by field name
 */
export function mergeReview(
  items: readonly ReviewedItem[],
  sent: Readonly<Record<string, string>>,
  before: FieldValues,
): MergedReview {
  const fields: Record<string, readonly string[]> = {};
  const places = new Map<string, string>();
  for (const [index, item] of items.entries()) {
    if (!sent[takeName(index)]) continue;
    const { field } = item;
    const held = fields[field] ?? (isSingle(field) ? [] : (before[field] ?? []));
    const value = proposedValue(index, item, sent);
    if (value === '') continue;
    fields[field] = held.includes(value) ? held : [...held, value];
    const number = isSingle(field) ? 1 : fields[field].length;
    places.set(field, places.get(field) ?? takeName(index));
    for (const { name } of item.values)
      places.set(isEntry(field) ? entryFieldName(field, number, name) : `${field}.${number}`, partName(index, name));
    if (!isEntry(field) && isSingle(field)) places.set(field, partName(index, field));
  }
  return { fields, places };
}

function proposedValue(index: number, { field, values }: ReviewedItem, sent: Readonly<Record<string, string>>): string {
  const texts = values.map((each) => [each.name, reviewedText(index, each, sent).trim()] as const);
  if (!isEntry(field)) return texts[0]?.[1] ?? '';
  const filled = texts.filter(([, text]) => text !== '');
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : '';
}
