import type { Deadline } from '#contract/backend/deadline.js';
import type { Frontend } from '#contract/backend/headers.js';

/** On whose behalf, and from which page, the backend is asked. */
export interface RequestContext {
  frontend: Frontend;
  requestId?: string;
  /** The visitor's IP address: what they may do too often is counted by it. Passed wherever there is a visitor. */
  address?: string;
  /** What the visitor's browser is called, if somebody has logged in with it to the account of that address. */
  knownBrowser?: (email: string) => Promise<string | undefined>;
  /** The viewer's token; sent as Bearer. */
  jwt?: string;
  /** The page was opened with `visual_editor=true`. */
  visualEditor?: boolean;
  /** Of the request that the call is made for, which all its calls share; missing: each call has the whole time limit. */
  deadline?: Deadline;
}
