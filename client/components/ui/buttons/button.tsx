import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import { usePage } from '../../../lib/page-context';
import styles from './button.module.css';

interface Look {
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  /** As wide as its container. */
  wide?: boolean;
}

/** @returns the class of an element that looks like a button, such as the summary of a disclosure */
export function buttonClass({ kind = 'primary', wide }: Look, className?: string): string | undefined {
  return classNames(styles.button, styles[kind], wide && styles.wide, className);
}

/** A button that performs an action. Its label names the action. */
export function Button({ kind, wide, className, type = 'submit', ...rest }: ComponentProps<'button'> & Look) {
  return <button {...rest} type={type} className={buttonClass({ kind, wide }, className)} />;
}

/** A link that is as prominent as a button. */
export function ButtonLink({ kind, wide, className, children, ...rest }: ComponentProps<'a'> & Look) {
  return (
    <a {...rest} className={buttonClass({ kind, wide }, className)}>
      {children}
    </a>
  );
}

/**
 * Copies a text. Shown only if scripts run; the text itself must also be visible or otherwise known.
 *
 * @param text the text to copy
 * @param label label of the button
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = usePage();
  return (
    <Button kind="secondary" type="button" data-copy={text} data-copied={t('job.copied')} hidden>
      {label}
    </Button>
  );
}
