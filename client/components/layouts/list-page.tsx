import type { ReactNode } from 'react';
import type { Path } from '#contract/pages/paths.js';
import { isEmptyQuery, type ListData, withQuery } from '../../lib/list-data';
import { usePage } from '../../lib/page-context';
import { ButtonLink } from '../ui/buttons/button';
import { Pagination } from '../ui/navigation/pagination';
import { Panel } from '../ui/containers/panel';
import { OwnPage } from './own-page';

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
