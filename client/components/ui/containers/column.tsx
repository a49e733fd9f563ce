import type { ComponentProps, ElementType } from 'react';
import { classNames } from '../class-names';
import styles from './column.module.css';

/** Of the design's steps of space (`--space-…`), the one between parts. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 7;

type ColumnElement = 'article' | 'div' | 'dl' | 'fieldset' | 'footer' | 'form' | 'header' | 'ol' | 'section' | 'ul';

/** Parts below each other, none of them wider than the column. `as`: which element it is. */
export function Column<Element extends ColumnElement = 'div'>({
  as,
  gap,
  className,
  ...own
}: { as?: Element; gap: Gap } & ComponentProps<Element>) {
  const Tag = (as ?? 'div') as ElementType;
  return <Tag {...own} className={classNames(columnClass(gap), className)} />;
}

/** The same for an element that another component makes. */
export function columnClass(gap: Gap): string | undefined {
  return classNames(styles.column, styles[`gap${gap}`]);
}
