import type { ReactNode } from 'react';
import type { Path } from '#contract/pages/paths.js';
import { Breadcrumb } from '../ui/navigation/breadcrumb';
import { Container, Column } from '../ui/containers/container';
import { isEmptyQuery, type ListData, withQuery } from '../../lib/page-data';
import { usePage } from '../../lib/page-context';
import { ButtonLink } from '../ui/buttons/button';
import { Pagination } from '../ui/navigation/pagination';
import { Panel } from '../ui/containers/panel';
import styles from './own-page.module.css';

/**
 * A page for logged-in users: a title with related actions, and panels below. `trail`: the breadcrumb, ending with this
 * page.
 */
export function OwnPage({
  title,
  trail,
  intro,
  narrow,
  children,
}: {
  title: ReactNode;
  trail?: readonly { name: string; path: string }[];
  intro?: ReactNode;
  narrow?: boolean;
  children: ReactNode;
}) {
  return (
    <Container narrow={narrow} gap={5} className={styles.page}>
      <Column gap={2} className={styles.head}>
        {trail && <Breadcrumb trail={trail} />}
        <h1>{title}</h1>
        {intro}
      </Column>
      {children}
    </Container>
  );
}

/** Texts of the list page. */
interface ListTexts {
  title: string;
  /** The number of results, as a text. */
  total: string;
  none: string;
  noneText: string;
  /** Label of the link to the unfiltered list. */
  all: string;
  pages: string;
}

/**
 * A list with a search form and numbered pages; its whole state is part of the address.
 *
 * @param search the form and the content before it
 * @param children the results, rendered only if there are any
 */
export function ListPage<Query extends object>({
  path,
  list: { total, page, pages, query },
  texts,
  search,
  children,
}: {
  path: Path;
  list: Omit<ListData<Query>, 'head'>;
  texts: ListTexts;
  search: ReactNode;
  children: ReactNode;
}) {
  const { t, href } = usePage();
  const isNarrowed = page > 1 || !isEmptyQuery(query);
  const isBeyond = page > pages;
  return (
    <OwnPage title={texts.title} intro={<p>{texts.total}</p>}>
      {search}
      {total > 0 && !isBeyond ? (
        children
      ) : (
        <Panel id="none" title={texts.none}>
          <p>{texts.noneText}</p>
          {isNarrowed && (
            <ButtonLink kind="secondary" href={href(path)}>
              {texts.all}
            </ButtonLink>
          )}
        </Panel>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href(withQuery(path, { ...query, page: String(to) }))}
        labels={{ name: texts.pages, previous: t('search.pages.previous'), next: t('search.pages.next') }}
      />
    </OwnPage>
  );
}
