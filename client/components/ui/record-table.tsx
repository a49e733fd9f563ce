import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './record-table.module.css';

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

/**
 * Records of one kind: a table, on phones a card for each.
 *
 * @param columns the first one names the record
 * @param isExplained there are sentences in the first one, and four others; on tablets, where five have no room, it stands above them
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
