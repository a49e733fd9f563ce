import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './record-table.module.css';

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

/**
 * Shows records of one kind as a table; on phones, as one card per record.
 *
 * @param columns the first one contains the name of the record
 * @param isExplained whether the first of five columns contains sentences; on tablets, which have no room for five, it is above the others
 */
export function RecordTable<Row>({
  columns: [named, ...facts],
  rows,
  keyOf,
  isExplained = false,
}: {
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  isExplained?: boolean;
}) {
  return (
    <table className={classNames(styles.records, isExplained && styles.explained)}>
      <thead>
        <tr>
          {[named, ...facts].map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{named.cell(row)}</th>
            {facts.map(({ label, cell }) => (
              <td key={label} data-label={label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
