import type { PublicSite } from '#contract/pages/public-site.js';
import { FilterCount } from '../../../components/search/filters/filter-count';
import { usePage } from '../../../lib/page-context';
import { readResumeSearch, resumeSearch, resumeSearchVariables } from './resume-search';

/** The button of the filter sheet. */
export function ResumeCount({
  count,
  features,
}: {
  count: number;
  features: Pick<PublicSite['features'], 'fieldsOfStudy'>;
}) {
  const { t, site } = usePage();
  const kind = resumeSearch({ features });
  return (
    <FilterCount
      index="resumes"
      count={count}
      read={(query) => resumeSearchVariables(kind, readResumeSearch(kind, query), site)}
      label={(found) => t('island.showResumes', { count: found })}
    />
  );
}
