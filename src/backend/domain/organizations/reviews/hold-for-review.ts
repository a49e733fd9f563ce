import { sql, type Kysely } from 'kysely';
import { distance } from 'fastest-levenshtein';
import unhomoglyph from 'unhomoglyph';
import type { FieldValues } from '#contract/defined-form/defined-form.js';
import { valuesOf } from '#contract/defined-form/field-values.js';
import { inSlices, type Slices } from '../../../platform/background-jobs/slices.js';
import type { Database } from '../../../platform/database/schema.js';

/** Legal forms, which are ignored when names are compared. */
const LEGAL_FORMS = new Set(
  (
    'ag asbl association asso assoc bv charity cic cio co company corp corporation ev eg foundation fondation gbr gemeinnutzige ggmbh ' +
    'gmbh inc incorporated kg limited llc llp ltd ltee limitee mbh nonprofit nv obnl osbl oy plc sa sarl sas se sro srl stiftung the ug ' +
    'verein eingetragener'
  ).split(' '),
);

/** Minimum number of letters of a name from which one letter, or two, may differ. */
const ONE_LETTER = 5;

const TWO_LETTERS = 12;

/**
 * Finds names that people could mistake for another one: equal except for case, accents, punctuation, spaces, legal forms, look-alike
 * letters of other scripts (Unicode's confusables), or a few letters.
 */
export class SimilarNames<Named extends { name: string }> {
  private readonly known: readonly { named: Named; look: Look }[];

  /** @param looks of names for which they are known already */
  constructor(all: readonly Named[], looks?: ReadonlyMap<string, Look>) {
    this.known = all.map((named) => ({ named, look: looks?.get(named.name) ?? lookOf(named.name) }));
  }

  /** @returns those with a name similar to `name`, in the given order */
  find(name: string): Named[] {
    const own = lookOf(name);
    return this.known.flatMap(({ named, look }) => (areAlike(own, look) ? [named] : []));
  }
}

const prototypes = new Map<string, string>();

/** Legal forms are compared by their skeletons, as `m` looks like `rn`. */
const lookingForms = new Set([...LEGAL_FORMS].map((form) => lookalike(form).toLowerCase()));

const capitalForms = new Set([...LEGAL_FORMS].map((form) => lookalike(form.toUpperCase()).toLowerCase()));

const capitalisedForms = new Set(
  [...LEGAL_FORMS].map((form) => lookalike(form.charAt(0).toUpperCase() + form.slice(1)).toLowerCase()),
);

/** Looks of the names of each site when they were compared last: few names change between two comparisons. */
const looksOfSites = new Map<string, ReadonlyMap<string, Look>>();

/** @param before looks that are known already */
function* looksOf(
  names: readonly string[],
  before: ReadonlyMap<string, Look> | undefined,
): Slices<ReadonlyMap<string, Look>> {
  const looks = new Map<string, Look>();
  for (const name of names) {
    looks.set(name, before?.get(name) ?? lookOf(name));
    yield;
  }
  return looks;
}

/** @returns the public organizations of a site, to compare their names */
export async function loadSimilarNames(
  database: Kysely<Database>,
  site: string,
): Promise<SimilarNames<{ id: number; name: string }>> {
  const rows = await database
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('site', '=', site)
    .where('state', '=', 'public')
    .orderBy('name')
    .execute();
  const names = rows.map(({ name }) => name);
  const looks = await inSlices(looksOf(names, looksOfSites.get(site)));
  looksOfSites.set(site, looks);
  return new SimilarNames(rows, looks);
}

/** @returns the similar names of other organizations, without duplicates */
export function namesLike(
  known: SimilarNames<{ id: number; name: string }>,
  { id, name }: { id: number; name: string },
): string[] {
  return [...new Set(known.find(name).flatMap((other) => (other.id === id ? [] : [other.name])))];
}

/**
 * Stores fields that need a review, and replaces those that waited before; without fields, nothing waits any more. Runs within the
 * transaction that publishes the other fields.
 */
export async function holdForReview(
  trx: Kysely<Database>,
  id: number,
  fields: FieldValues,
  { accountId, now }: { accountId: string; now: Date },
): Promise<void> {
  if (Object.keys(fields).length === 0) {
    await trx.deleteFrom('organization_review').where('organization_id', '=', id).execute();
    return;
  }
  // The waiting time is kept if the waiting fields do not change. Whoever publishes some of them is not the author of the others.
  await sql`
    insert into organization_review as waiting (organization_id, fields, submitted_by, submitted_at)
    values (${id}, ${JSON.stringify(fields)}::jsonb, ${accountId}::uuid, ${now})
    on conflict (organization_id) do update
      set fields = excluded.fields, submitted_at = excluded.submitted_at,
        submitted_by = case when waiting.fields @> excluded.fields then waiting.submitted_by else excluded.submitted_by end
      where waiting.fields <> excluded.fields
  `.execute(trx);
}

/** Fields by which people recognise an organization. */
const IDENTITY_FIELDS: readonly string[] = ['name', 'logo', 'cover'];

/** @returns the identity fields that differ between the form and the stored version */
export function changedIdentity({ stored, fields }: { stored: FieldValues; fields: FieldValues }): string[] {
  return IDENTITY_FIELDS.filter((name) => valuesOf(stored, name)[0] !== valuesOf(fields, name)[0]);
}

/** @returns the fields that wait for review and are not changed: publishing others does not affect their review */
export function unchangedWaiting({ waiting }: { waiting: FieldValues }, wanted: FieldValues): string[] {
  return Object.keys(waiting).filter((name) => valuesOf(waiting, name)[0] === valuesOf(wanted, name)[0]);
}

/** @returns a copy with only these fields */
export function pickFields(fields: FieldValues, names: readonly string[]): FieldValues {
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? []]));
}

interface Look {
  skeletons: readonly string[];
  /** Digits must be equal: a house number or a year makes it another organization. */
  digits: string;
}

function lookOf(name: string): Look {
  const typed = name.normalize('NFKC');
  return { skeletons: skeletonsOf(typed), digits: typed.replace(/\P{N}/gu, '') };
}

function areAlike(own: Look, other: Look): boolean {
  const hasSameDigits = own.digits === other.digits;
  return own.skeletons.some((one) => other.skeletons.some((another) => isNear(one, another, hasSameDigits)));
}

function isNear(one: string, other: string, mayDiffer: boolean): boolean {
  if (one === other) return one !== '';
  if (!mayDiffer) return false;
  const shorter = Math.min(one.length, other.length);
  const most = shorter >= TWO_LETTERS ? 2 : shorter >= ONE_LETTER ? 1 : 0;
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most;
}

/**
 * Skeletons of a name (Unicode TR39). Small letters have other confusables than capitals, so each name has two skeletons: as typed, and
 * in lower case.
 */
function skeletonsOf(typed: string): string[] {
  return [...new Set([typed, typed.toLowerCase()].map((text) => letters(lookalike(text))))];
}

/** Converted character by character: the library's cost depends on all confusables, and names have few different characters. */
function lookalike(text: string): string {
  let looks = '';
  for (const character of text.normalize('NFD')) {
    let prototype = prototypes.get(character);
    if (prototype === undefined) prototypes.set(character, (prototype = unhomoglyph(character)));
    looks += prototype;
  }
  return looks;
}

/** Letters and digits only, without legal forms. */
function letters(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // `e.V.` and `O'Neill` become one word, `food-bank` two.
    .replace(/[.'’`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const own = words.filter((word) => !isLegalForm(word));
  return (own.length > 0 ? own : words).join('');
}

function isLegalForm(word: string): boolean {
  return lookingForms.has(word) || capitalForms.has(word) || capitalisedForms.has(word);
}
