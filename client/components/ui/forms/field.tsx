import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';

/** A single-line text field with its label above. */
export function TextField({ label, ...input }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <input {...input} className={styles.input} />
    </label>
  );
}

/** A choice from a few options, as a native select element. */
export function SelectField({
  label,
  options,
  ...select
}: Omit<ComponentProps<'select'>, 'children'> & {
  label: ReactNode;
  options: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <span className={styles.shell}>
        <select {...select} className={`${styles.input} ${styles.select}`}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}
