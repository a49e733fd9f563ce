import { NamesInResumeDocument } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';

/** What need not be typed: what the account says of somebody, and where that is nothing, their resume. By the fields of the form. */
export async function knownOf({
  viewer,
  graphql,
}: Pick<PageRequest, 'viewer' | 'graphql'>): Promise<Readonly<Record<string, string>>> {
  if (!viewer) return {};
  const { firstName, lastName, email } = viewer.user;
  const answer = firstName && lastName ? undefined : await graphql(NamesInResumeDocument, {});
  const written = answer?.ok ? answer.data.ownResume?.personalInfo : undefined;
  return {
    firstName: firstName || (written?.firstName ?? ''),
    lastName: lastName || (written?.lastName ?? ''),
    emailAddress: email,
  };
}
