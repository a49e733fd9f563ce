import { OwnRecruiterApprovalDocument, type RecruiterApprovalState } from '#contract/generated/operations.js';
import { hasRole, type ViewerRequest } from '../viewer-page';

/**
 * How far the approval of a recruiter is. Asks the backend only where the site wants recruiters approved and this one is not.
 *
 * @returns undefined: they are approved, need no approval, or it cannot be told right now
 */
export async function loadRecruiterApproval(request: ViewerRequest): Promise<RecruiterApprovalState | undefined> {
  const { site, viewer } = request;
  if (!site.features.recruiterApproval || !hasRole(viewer, 'recruiter')) return undefined;
  if (viewer.user.isUserApprovedAndVerified || !viewer.user.emailVerified) return undefined;
  const answer = await request.graphql(OwnRecruiterApprovalDocument, {});
  return answer.ok ? (answer.data.ownRecruiterApproval?.state ?? undefined) : undefined;
}
