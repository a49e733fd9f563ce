import { classNames } from './class-names';
import styles from './prose.module.css';

/** Running text from an editor. The backend has sanitised `html`. */
export function Prose({ html, lang, className }: { html: string; lang?: string; className?: string }) {
  return <div className={classNames(styles.prose, className)} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
