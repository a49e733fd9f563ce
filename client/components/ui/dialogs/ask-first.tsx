import type { ReactNode } from 'react';
import styles from './ask-first.module.css';

/**
 * An action that requires confirmation: the first click reveals a question with the actual button. Works without
 * scripts.
 *
 * @param words the name of the action: “Archive”
 * @param label the name for screen readers, if the words alone are ambiguous: “Archive: Night nurse”
 * @param isOpen whether the question is shown immediately, because the requested action has failed
 * @param children the button that performs the action, or a form with that button
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
