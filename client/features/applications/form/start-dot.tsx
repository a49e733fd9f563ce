import { jobStartPath } from '#contract/job-views.js';
import type { ViewSource } from '#contract/view-source.js';

/** Reports to the server that a visitor begins to apply and from which source they came, and nothing else. */
export function StartDot({ id, source }: { id: string; source: ViewSource | undefined }) {
  return <img src={jobStartPath(id, source)} alt="" width={1} height={1} hidden data-start-dot />;
}
