/** Rows without the names of their fields: these would be a third of what is kept of a small row. */
export interface RowPacker<Row> {
  /** @returns the values in one order for all rows */
  pack: (row: Row) => PackedRow;
  unpack: (values: PackedRow) => Row;
}

export type PackedRow = readonly unknown[];

/** @param names every field of the row */
export function rowPacker<Row extends object>(names: Record<keyof Row, true>): RowPacker<Row> {
  const fields = Object.keys(names) as (keyof Row)[];
  return {
    pack: (row) => fields.map((field) => row[field]),
    unpack: (values) => {
      const row: Partial<Row> = {};
      for (let at = 0; at < fields.length; at++) row[fields[at]!] = values[at] as Row[keyof Row];
      return row as Row;
    },
  };
}
