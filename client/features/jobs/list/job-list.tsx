import { Fragment } from 'react';
import type { JobCardFragment } from '#contract/generated/operations.js';
import { AdPlace } from './ad-place';
import { JobCards } from './job-card';
import type { JobCardOptions } from './job-card-texts';
import styles from '../../../components/search/results.module.css';

/** Jobs below each other; `columns`: beside each other where there is room; `adEvery`: after how many of them an advertisement stands. */
export function JobList({
  columns,
  adEvery,
  jobs,
  ...cards
}: JobCardOptions & { jobs: readonly JobCardFragment[]; columns?: boolean; adEvery?: number }) {
  return (
    <ol className={columns ? styles.columns : styles.list}>
      {adEvery === undefined ? (
        <JobCards jobs={jobs} {...cards} />
      ) : (
        inGroupsOf(adEvery, jobs).map((group) => (
          <Fragment key={group[0]!.id}>
            <JobCards jobs={group} {...cards} />
            {group.length === adEvery && <AdPlace />}
          </Fragment>
        ))
      )}
    </ol>
  );
}

function inGroupsOf<Item>(size: number, items: readonly Item[]): (readonly Item[])[] {
  const groups: (readonly Item[])[] = [];
  for (let start = 0; start < items.length; start += size) groups.push(items.slice(start, start + size));
  return groups;
}
