import { jobStartPath } from '#contract/job-views.js';

/** Tells the server that somebody begins to apply, and nothing else. */
export function StartDot({ id }: { id: string }) {
  return <img src={jobStartPath(id)} alt="" width={1} height={1} hidden data-start-dot />;
}
