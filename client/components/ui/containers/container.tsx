import type { ReactNode, ComponentProps, ElementType } from 'react';
import { classNames } from '../class-names';
import styles from './container.module.css';
import columnStyles from './column.module.css';

/** Limits its content to a readable width. `section`: adds vertical space; `gap`: lays out the content as a column. */
export function Container({
  narrow,
  section,
  gap,
  className,
  children,
}: {
  narrow?: boolean;
  section?: boolean;
  gap?: Gap;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      className={classNames(
        styles.container,
        narrow && styles.narrow,
        section && styles.section,
        gap && columnClass(gap),
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Gap between the parts, as a step of the design's spacing scale (`--space-…`). */
type Gap = 1 | 2 | 3 | 4 | 5 | 7;

type ColumnElement = 'article' | 'div' | 'dl' | 'fieldset' | 'footer' | 'form' | 'header' | 'ol' | 'section' | 'ul';

/** Stacks its parts vertically, none of them wider than the column. `as`: name of the element. */
export function Column<Element extends ColumnElement = 'div'>({
  as,
  gap,
  className,
  ...own
}: { as?: Element; gap: Gap } & ComponentProps<Element>) {
  const Tag = (as ?? 'div') as ElementType;
  return <Tag {...own} className={classNames(columnClass(gap), className)} />;
}

/** The same as a class, for an element that another component renders. */
function columnClass(gap: Gap): string | undefined {
  return classNames(columnStyles.column, columnStyles[`gap${gap}`]);
}
