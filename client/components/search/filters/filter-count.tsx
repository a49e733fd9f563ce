import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CountSearchDocument, type CountSearchQueryVariables } from '#contract/generated/operations.js';
import { browserGraphql } from '../../../lib/browser-graphql';
import { usePage } from '../../../lib/page-context';
import { Button } from '../../ui/buttons/button';
import hidden from '../../ui/visually-hidden.module.css';

const SETTLE_MS = 150;

/** The variables of the list's search, without those that do not affect the count. */
type Asked = Omit<CountSearchQueryVariables, 'index_id'>;

/**
 * The button of the filter sheet. It shows the number of results while choices are ticked (SEARCH-12). Base of one
 * island per kind of search.
 * @param count number of results of the page
 * @param read reads the search from the form
 * @param label returns the label for a number of results
 */
export function FilterCount({
  index,
  count,
  read,
  label,
}: {
  index: string;
  count: number;
  read: (query: URLSearchParams) => Asked;
  label: (count: number) => string;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const query = useFormQuery(button);
  const found = useCount(index, query, read);
  return (
    <>
      <Button wide ref={button}>
        {label(found ?? count)}
      </Button>
      {/* Screen readers do not announce that the text of a button has changed. */}
      <span className={hidden.hidden} role="status">
        {found !== undefined && label(found)}
      </span>
    </>
  );
}

/** The query that the form around an element would currently send. */
function useFormQuery(field: { current: HTMLButtonElement | null }): string | undefined {
  const [query, setQuery] = useState<string>();
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    let timer: ReturnType<typeof setTimeout>;
    const read = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setQuery(new URLSearchParams(new FormData(form) as never).toString()), SETTLE_MS);
    };
    read();
    form.addEventListener('change', read);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('change', read);
    };
  }, [field]);
  return query;
}

function useCount(
  index: string,
  query: string | undefined,
  read: (query: URLSearchParams) => Asked,
): number | undefined {
  const { locale } = usePage();
  const { data } = useQuery({
    queryKey: ['count', index, locale, query],
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const { language, fulltext, condition_group, geoLocation, widen } = read(new URLSearchParams(query));
      const variables = { index_id: index, language, fulltext, condition_group, geoLocation, widen };
      return browserGraphql(CountSearchDocument, variables, { locale, signal });
    },
  });
  return data?.searchAPISearch.result_count;
}
