import { Icon } from '../icon';
import styles from './pagination.module.css';

/** Numbered links around the current page. */
export function Pagination({
  page,
  pages,
  href,
  labels,
}: {
  page: number;
  pages: number;
  href: (page: number) => string;
  labels: { name: string; previous: string; next: string };
}) {
  if (pages < 2) return null;
  return (
    <nav className={styles.pages} aria-label={labels.name}>
      {page > 1 && (
        <a href={href(page - 1)} rel="prev">
          <Icon name="left" />
          {labels.previous}
        </a>
      )}
      {shownPages(page, pages).map((shown, index) => {
        if (shown === 'gap') return <span key={`gap ${index}`}>…</span>;
        if (shown === page)
          return (
            <b key={shown} aria-current="page">
              {shown}
            </b>
          );
        return (
          <a key={shown} href={href(shown)}>
            {shown}
          </a>
        );
      })}
      {page < pages && (
        <a href={href(page + 1)} rel="next">
          {labels.next}
          <Icon name="right" />
        </a>
      )}
    </nav>
  );
}

/** Returns the first page, the last page, and the pages around the current one. */
function shownPages(page: number, pages: number): (number | 'gap')[] {
  const near = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages);
  const sorted = [...new Set(near)].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    if (before === undefined || n === before + 1) return [n];
    return n === before + 2 ? [n - 1, n] : ['gap' as const, n];
  });
}
