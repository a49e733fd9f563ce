import type { ReactNode } from 'react';
import styles from './ask-first.module.css';

/**
 * An action that asks for confirmation: the first press opens a question with the button. Works without scripts.
 *
 * @param words the name of the action: “Archive”
 * @param label the name for screen readers, where the words alone do not say what it is about: “Archive: Night nurse”
 * @param isOpen whether the question is shown at once, because what was asked for has failed
 * @param children the button that does it, or the form with that button
 */
export function AskFirst({
  words,
  label,
  question,
  isOpen,
  children,
}: {
  words: string;
  label?: string;
  question: string;
  isOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={styles.question} open={isOpen}>
      <summary aria-label={label}>{words}</summary>
      <p>{question}</p>
      {children}
    </details>
  );
}
