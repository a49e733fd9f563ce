import {
  GetGdprConsentInfosDocument,
  HasTheLatestConsentDocument,
  RevisedConsentInfosDocument,
} from '#contract/generated/operations.js';
import { type GraphqlFailure, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { CONSENT_TEXTS_PATH } from '#contract/pages/paths.js';
import { sanitizeMessage } from '#shared/text/sanitize-message.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { type Consent, type Loadable, nothing } from './user-context';

type Asking = Pick<PageRequest, 'viewer' | 'site' | 'locale' | 'graphql' | 'path'>;

/** A text that requires consent. */
export interface ConsentText {
  infoId: string;
  /** undefined if the backend has no revisions. */
  revisionId?: string;
  /** Sanitised by the backend. */
  html: string;
}

/** `failed`: the request failed. `none`: there is no text that requires consent. */
export type ConsentTextResult = { kind: 'shown'; text: ConsentText } | { kind: 'none' } | { kind: 'failed' };

/** The consents of a page's user, and whether the page shows the consent prompt. */
export interface LoadedConsents {
  consents: Loadable<readonly Consent[]>;
  prompt: ConsentTextResult;
}

/** The text for registration and for the prompt: the first one that the backend returns. */
export async function loadConsentText(
  request: Pick<PageRequest, 'site' | 'locale' | 'graphql'>,
): Promise<ConsentTextResult> {
  if (!request.site.features.gdprConsent) return { kind: 'none' };
  const variables = { language: request.locale };
  const revised = await request.graphql(RevisedConsentInfosDocument, variables);
  if (revised.ok) return firstOf(revised.data.getGdprConsentInfos);
  if (!isUnsupported(revised.failure)) return { kind: 'failed' };
  // A backend that implements only the specification has no revisions.
  const answer = await request.graphql(GetGdprConsentInfosDocument, variables);
  if (answer.ok) return firstOf(answer.data.getGdprConsentInfos);
  return { kind: isUnsupported(answer.failure) ? 'none' : 'failed' };
}

/**
 * Loads the latest consent of the logged-in user, and the text if it is missing (PAGE-04). There is no prompt while
 * another user is acting as them, nor while nothing can be saved.
 */
export async function loadConsents(request: Asking): Promise<LoadedConsents> {
  const { viewer, site, path } = request;
  const silent: LoadedConsents = { consents: nothing(), prompt: { kind: 'none' } };
  if (!viewer || !site.features.gdprConsent) return silent;
  const answer = await request.graphql(HasTheLatestConsentDocument, {});
  const mayAsk = !viewer.masqueraded && !site.features.readOnly && path !== CONSENT_TEXTS_PATH;
  if (!answer.ok || answer.errors) {
    if (!answer.ok && isUnsupported(answer.failure)) return silent;
    const error = messagesOf(answer.ok ? answer.errors : answer.failure.errors);
    return { consents: { ...nothing(), error }, prompt: { kind: mayAsk ? 'failed' : 'none' } };
  }
  const latest = answer.data.hasTheLatestConsent;
  // Instead of null, a backend may return an object without a consent.
  if (latest?.id) return { consents: { ...nothing(), data: [latest] }, prompt: { kind: 'none' } };
  return { consents: nothing(), prompt: mayAsk ? await loadConsentText(request) : { kind: 'none' } };
}

function firstOf(infos: readonly { id: string; text: string; revisionId?: string }[]): ConsentTextResult {
  const [first] = infos;
  if (!first) return { kind: 'none' };
  return { kind: 'shown', text: { infoId: first.id, revisionId: first.revisionId, html: first.text } };
}

function messagesOf(errors: GraphqlFailure['errors']): string[] {
  return (errors ?? []).map(({ message }) => sanitizeMessage(decodedMessage(message)));
}
