import { JobPane } from '../../features/jobs/detail/job-pane';
import { JobsLayout } from '../../features/jobs/list/jobs-layout';
import { jobSearchView } from '../../features/jobs/list/search-view';
import { usePage } from '../../lib/page-context';
import type { JobsPageData } from './+load.server';

export function Page({ data }: { data: JobsPageData }) {
  const { href } = usePage();
  const { state, result, pathFacets, job, whole, radius } = data;
  const view = jobSearchView(state, result, { href, pathFacets });
  return (
    <JobsLayout
      view={view}
      whole={whole}
      radius={radius}
      opened={job && { title: job.title, path: job.url.path }}
      pane={job && <JobPane job={job} closeHref={view.href({ ...state, jobId: undefined })} />}
    />
  );
}
