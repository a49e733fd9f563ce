import type { PriceLine } from './money';
import styles from './price-list.module.css';

/** The components of a price. */
export function PriceList({ lines, note }: { lines: readonly PriceLine[]; note: string | null }) {
  return (
    <>
      <dl className={styles.price}>
        {lines.map(({ key, label, amount }) => (
          <div key={key} data-line={key === 'total' ? 'total' : undefined}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      {note && <p className={styles.note}>{note}</p>}
    </>
  );
}
