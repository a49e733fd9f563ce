import type { Frontend } from '../../contract/headers.js';

/** On whose behalf, and from which page, the backend is asked. */
export interface CallContext {
  frontend: Frontend;
  requestId?: string;
  /** The visitor's IP address: what they may do too often is counted by it. Passed wherever there is a visitor. */
  address?: string;
  /** The viewer's token; sent as Bearer. */
  jwt?: string;
  /** The page was opened with `visual_editor=true`. */
  visualEditor?: boolean;
}
