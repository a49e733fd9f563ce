import type { ComponentProps, ElementType } from 'react';
import { classNames } from '../class-names';
import styles from './column.module.css';

/** Gap between the parts, as a step of the design's spacing scale (`--space-…`). */
export type Gap = 1 | 2 | 3 | 4 | 5 | 7;

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
export function columnClass(gap: Gap): string | undefined {
  return classNames(styles.column, styles[`gap${gap}`]);
}
