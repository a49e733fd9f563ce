import { jobViewPath } from '#contract/job-views.js';
import { tracked } from '../../../lib/measurement/tracked';
import { useSite } from '../../../lib/site-context';

/** Reports to the server that a visitor sees a job; a prefetched page reports nothing. */
export function ViewDot({ id }: { id: string }) {
  const visit = tracked(useSite(), 'job_visit', { id });
  return <img key={id} src={jobViewPath(id)} alt="" width={1} height={1} hidden data-view-dot {...visit} />;
}
