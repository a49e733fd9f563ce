import styles from './skeleton.module.css';

const LINES = ['title', 'first', 'second', 'last'];

/** The place of something that is on its way. */
export function Skeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {LINES.map((line) => (
        <span key={line} />
      ))}
    </div>
  );
}
