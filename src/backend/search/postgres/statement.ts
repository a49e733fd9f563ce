import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.js';

/** Collects parameters while a statement is put together. */
export class Parameters {
  readonly values: unknown[] = [];

  /** @returns the placeholder, with its type. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}

/** For statements whose text depends on the query; every value is a parameter. */
export async function run<Row>(database: Kysely<Database>, text: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await database.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}
