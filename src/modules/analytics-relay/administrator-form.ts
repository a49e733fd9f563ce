import { GetUserDocument } from '#contract/generated/operations.js';
import type { FormContext, FormOutcome } from '../forms/index.js';

const FORBIDDEN = 403;
const UNAVAILABLE = 503;

/** The relays do not know the roles of users, so this asks the backend. @returns the outcome of the form for anyone but administrators */
export async function refusalOfOthers(call: FormContext): Promise<FormOutcome | undefined> {
  const answer = await call.graphql(GetUserDocument, {});
  const refused = (message: string, status: number): FormOutcome => ({
    kind: 'again',
    errors: [{ field: null, message }],
    status,
  });
  if (!answer.ok) return refused(call.t('form.failed'), UNAVAILABLE);
  const isAdministrator = answer.data.getUser?.roles.some(({ targetId }) => targetId === 'administrator');
  return isAdministrator ? undefined : refused(call.t('dashboard.forbidden'), FORBIDDEN);
}
