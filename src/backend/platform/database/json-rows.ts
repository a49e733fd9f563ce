// PostgreSQL stores neither NUL nor half of a surrogate pair.
const UNSTORABLE = /\0|[\ud800-\udfff]/gu;

/** Rows as one JSON text for `jsonb_populate_recordset`; characters that cannot be stored are left out. */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(UNSTORABLE, '') : value,
  );
}
