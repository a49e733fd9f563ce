import { jobStartPath } from '#contract/job-views.js';
import type { ViewSource } from '#contract/view-source.js';

/** Tells the server that somebody begins to apply and where they came to the job from, and nothing else. */
export function StartDot({ id, source }: { id: string; source: ViewSource | undefined }) {
  return <img src={jobStartPath(id, source)} alt="" width={1} height={1} hidden data-start-dot />;
}
