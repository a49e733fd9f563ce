import styles from './skeleton.module.css';

const LINES = ['title', 'first', 'second', 'last'];

/** Placeholder for content that is loading. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {LINES.map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
