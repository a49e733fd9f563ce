import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CountJobsDocument } from '../../../../src/contract/generated/operations.js';
import { Button } from '../../../components/ui/button';
import { browserGraphql } from '../../../lib/browser-graphql';
import { usePage } from '../../../lib/page-context';
import { jobSearchVariables } from '../search-request';
import { readJobSearch } from '../search-state';

const SETTLE_MS = 150;

/** The button of the filter sheet. Says how many jobs there would be, as one ticks (SEARCH-12). */
export function FilterCount({ count }: { count: number }) {
  const { t } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  const query = useFormQuery(button);
  const found = useJobCount(query);
  return (
    <Button wide ref={button}>
      {t('island.showJobs', { count: found ?? count })}
    </Button>
  );
}

/** What the form around an element would ask for now. */
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

function useJobCount(query: string | undefined): number | undefined {
  const { locale, site } = usePage();
  const { data } = useQuery({
    queryKey: ['count', locale, query],
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const state = readJobSearch(new URLSearchParams(query), []);
      const { language, fulltext, condition_group, geoLocation } = jobSearchVariables(state, site);
      return browserGraphql(
        CountJobsDocument,
        { language, fulltext, condition_group, geoLocation },
        { locale, signal },
      );
    },
  });
  return data?.searchAPISearch.result_count;
}
