import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from './schema.js';

// PostgreSQL can store neither NUL nor an unpaired surrogate.
const UNSTORABLE = /\0|[\ud800-\udfff]/gu;
// A longer number may overflow `bigint`, and no id is that long.
const MAX_ID_LENGTH = 15;

/** Text of a `pg_snapshot` that sees no transaction. */
export const EMPTY_SNAPSHOT = '1:1:';

/** Collects parameters while a statement is built. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder with its type */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }

  /** A condition on a column. A single value is compared with `=`, for which the planner makes better estimates. */
  oneOf(column: string, values: readonly number[], type: string): string {
    return values.length === 1
      ? `${column} = ${this.add(values[0], type)}`
      : `${column} = any(${this.add(values, `${type}[]`)})`;
  }
}

/** Runs a statement whose text depends on the query; every value is a parameter. */
export async function run<Row>(
  database: Kysely<Database>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}

/** Serializes rows as one JSON text for `jsonb_populate_recordset`; characters that cannot be stored are removed. */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSTORABLE, '') : value,
  );
}

/** @returns the id as a number; undefined if the text cannot be an id */
export function parseId(id: string): number | undefined {
  return /^[1-9]\d*$/.test(id) && id.length <= MAX_ID_LENGTH ? Number(id) : undefined;
}

export function isUuid(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}
