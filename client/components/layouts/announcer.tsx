import styles from '../ui/visually-hidden.module.css';

/** Where scripts say what has changed to those who do not see it. Here from the start: a live region that comes late is not heard. */
export function Announcer() {
  return <div id="announcer" className={styles.hidden} role="status" />;
}
