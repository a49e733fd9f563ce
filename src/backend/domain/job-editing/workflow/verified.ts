import { isAdmin, type Viewer } from '../../../platform/graphql/viewer.js';

/** Whether somebody may show anything to the public: who has not even an address of their own may not. */
export function activeProfile(viewer: Viewer): boolean {
  return isAdmin(viewer) || viewer.profile.emailVerified !== null;
}
