import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import {
  type FieldDefinition,
  type FieldValues,
  entryFieldName,
  type EntryField,
  type FieldSettings,
  readEntry,
} from '#contract/defined-form/defined-form.js';
import type { FormViolation } from '#contract/defined-form/form-rules.js';
import { PendingUploads, type PendingFile } from '../../platform/uploads/pending-uploads.js';
import type { Database } from '../../platform/database/schema.js';
import { shrinkPicture } from '../../platform/files/stored-files.js';
import { fileValue, readFileValue } from './field-values.js';

/** An uploaded file that is about to be stored with the form's data. */
export interface ArrivingFile {
  uploadId: string;
  /** Id of the stored file. */
  id: string;
  name: string;
  /** Re-encoded picture; omitted if the file is stored unchanged. */
  picture?: Buffer;
}

export interface ReceivedFiles {
  /** Values in which stored files replace upload tokens. */
  values: FieldValues;
  arriving: readonly ArrivingFile[];
  violations: FormViolation[];
}

interface Sender {
  /** Owner token that was sent with the uploads. */
  owner: string;
  now: Date;
}

/**
 * Resolves the file fields of a submitted form: files that the form already has are kept, and an upload token is replaced by its uploaded
 * file; anything else is refused, because it is not a file of the sender. A repeated token stands for the same file.
 *
 * @param before earlier values of the form, of the draft and of the public page
 */
export async function receiveFiles(
  database: Kysely<Database>,
  fields: readonly FieldDefinition[],
  { values, before }: { values: FieldValues; before: readonly FieldValues[] },
  { owner, now }: Sender,
): Promise<ReceivedFiles> {
  const slots = fileSlots(fields, values);
  const known = new Map(
    before.flatMap((each) => fileSlots(fields, each)).map(({ value }) => [readFileValue(value)?.id, value] as const),
  );
  const changed = new Map<string, string>();
  const arriving: ArrivingFile[] = [];
  const violations: FormViolation[] = [];
  for (const slot of slots) {
    const { field, value } = slot;
    const own = known.get(readFileValue(value)?.id ?? fileIdOf(value));
    const arrived = own === undefined ? await receiveFile(database, slot, { owner, now }) : undefined;
    if (own !== undefined) changed.set(field, own);
    else if (arrived && 'rule' in arrived) {
      violations.push({ field, rule: arrived.rule });
      changed.set(field, before.find((each) => each[field]?.[0])?.[field]?.[0] ?? '');
    } else if (arrived) {
      arriving.push(arrived);
      changed.set(field, fileValue(arrived));
    }
  }
  return { values: withFiles(fields, values, changed), arriving, violations };
}

async function receiveFile(
  database: Kysely<Database>,
  { type, value, settings }: FileSlot,
  { owner, now }: Sender,
): Promise<ArrivingFile | { rule: 'file' | 'fileSize' | 'picture' }> {
  const [found] = await new PendingUploads(database).find([value], owner, now);
  if (!found) return { rule: 'file' };
  if (found.size > (settings.mostBytes ?? Infinity)) return { rule: 'fileSize' };
  const file = { uploadId: found.id, id: fileIdOf(value) };
  if (type === 'file') return { ...file, name: found.name };
  const picture = await pictureOf(database, found, settings.mostWidth ?? 2000);
  return picture ? { ...file, name: found.name.replace(/\.[^.]*$/, '.webp'), picture } : { rule: 'picture' };
}

async function pictureOf(database: Kysely<Database>, file: PendingFile, width: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ bytes: Buffer | null }>`
    select string_agg(p.bytes, ''::bytea order by p.starts_at) as bytes
    from application_file f join application_file_part p on p.file_id = f.id
    where f.id = ${file.id}::uuid and f.content_type like 'image/%'
  `.execute(database);
  const bytes = rows[0]?.bytes;
  return bytes ? shrinkPicture(bytes, width) : undefined;
}

/** Derives the id of a file from its upload token: always the same, and as hard to guess as the token. */
function fileIdOf(token: string): string {
  const hex = createHash('sha256').update(`file ${token}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * Stores a form together with its uploaded files.
 *
 * @param save returns undefined if it has stored nothing; the uploads are then kept
 */
export async function storeWithFiles<Kept>(
  database: Kysely<Database>,
  arriving: readonly ArrivingFile[],
  now: Date,
  save: (database: Kysely<Database>) => Promise<Kept | undefined>,
): Promise<Kept | undefined> {
  if (arriving.length === 0) return save(database);
  return database.transaction().execute(async (trx) => {
    const saved = await save(trx);
    if (saved !== undefined) for (const file of arriving) await store(trx, file, now);
    return saved;
  });
}

async function store(trx: Kysely<Database>, { uploadId, id, name, picture }: ArrivingFile, now: Date): Promise<void> {
  // A concurrent request with the same file may have stored it already.
  if (picture)
    await sql`
      insert into file (id, name, content_type, bytes, created_at, uploaded)
      values (${id}::uuid, ${name}, 'image/webp', ${picture}, ${now}, true) on conflict do nothing
    `.execute(trx);
  else
    await sql`
      insert into file (id, name, content_type, bytes, created_at, uploaded)
      select ${id}::uuid, ${name}, f.content_type, (
        select string_agg(p.bytes, ''::bytea order by p.starts_at) from application_file_part p where p.file_id = f.id
      ), ${now}, true
      from application_file f where f.id = ${uploadId}::uuid on conflict do nothing
    `.execute(trx);
  await deletePendingFile(trx, uploadId);
}

/** Deletes the pending upload of a file that has been stored. */
export async function deletePendingFile(trx: Kysely<Database>, uploadId: string): Promise<void> {
  await trx.deleteFrom('application_file').where('id', '=', uploadId).where('application_id', 'is', null).execute();
}

/** A file in a form, with its position. */
interface FileSlot {
  /** Field name as in violations: `logo`, or `gallery.2.picture`. */
  field: string;
  type: 'file' | 'image';
  settings: FieldSettings;
  value: string;
}

/** @returns all file values of a form */
function fileSlots(fields: readonly FieldDefinition[], values: FieldValues): FileSlot[] {
  return fields.flatMap((field) => {
    const all = values[field.name] ?? [];
    const { name, settings } = field;
    if (isFile(field)) return all[0] ? [{ field: name, type: field.type, settings, value: all[0] }] : [];
    if (field.type !== 'entries') return [];
    const own = (settings.fields ?? []).filter(isFile);
    return all.flatMap((text, index) => {
      const entry = readEntry(text) ?? {};
      return own.flatMap((each) => {
        const value = entry[each.name];
        const place = entryFieldName(name, index + 1, each.name);
        return value ? [{ field: place, type: each.type, settings: each.settings, value }] : [];
      });
    });
  });
}

/**
 * @param changed replacement for each file, by the field of its slot; an empty string removes the file @returns all values, with the
 *   replacements
 */
function withFiles(
  fields: readonly FieldDefinition[],
  values: FieldValues,
  changed: ReadonlyMap<string, string>,
): FieldValues {
  const next: Record<string, readonly string[]> = { ...values };
  for (const field of fields) {
    const all = values[field.name];
    if (!all) continue;
    const { name } = field;
    if (isFile(field)) next[name] = all.map((value) => changed.get(name) ?? value).filter(Boolean);
    if (field.type !== 'entries') continue;
    const own = (field.settings.fields ?? []).filter(isFile).map((each) => each.name);
    next[name] = all.map((text, index) => {
      const entry = Object.entries(readEntry(text) ?? {}).map(([key, value]) => {
        const given = own.includes(key) ? changed.get(entryFieldName(name, index + 1, key)) : undefined;
        return [key, given ?? value] as const;
      });
      return JSON.stringify(Object.fromEntries(entry.filter(([, value]) => value !== '')));
    });
  }
  return next;
}

function isFile<Field extends Pick<EntryField, 'type'>>(field: Field): field is Field & { type: 'file' | 'image' } {
  return field.type === 'file' || field.type === 'image';
}
