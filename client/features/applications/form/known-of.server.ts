import { NamesInResumeDocument } from '#contract/generated/operations.js';
import type { PageRequest } from '#contract/pages/page-request.js';

/** Initial values of the form's fields: from the account, or, where it has none, from the resume. */
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
