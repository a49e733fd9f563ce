import { OwnRecruiterApprovalDocument, type RecruiterApprovalState } from '#contract/generated/operations.js';
import { hasRole, type ViewerRequest } from '../viewer-page';

/**
 * State of a recruiter's approval. Queries the backend only if the site requires approval and this recruiter is not
 * approved.
 *
 * @returns undefined if they are approved, need no approval, or if it is currently unavailable
 */
export async function loadRecruiterApproval(request: ViewerRequest): Promise<RecruiterApprovalState | undefined> {
  const { site, viewer } = request;
  if (!site.features.recruiterApproval || !hasRole(viewer, 'recruiter')) return undefined;
  if (viewer.user.isUserApprovedAndVerified || !viewer.user.emailVerified) return undefined;
  const answer = await request.graphql(OwnRecruiterApprovalDocument, {});
  return answer.ok ? (answer.data.ownRecruiterApproval?.state ?? undefined) : undefined;
}
