import {
  GetGdprConsentInfosDocument,
  HasTheLatestConsentDocument,
  RevisedConsentInfosDocument,
} from '#contract/generated/operations.js';
import { type GraphqlFailure, isUnsupported } from '#contract/backend/graphql-outcome.js';
import type { PageRequest } from '#contract/pages/page-request.js';
import { CONSENT_PATH } from '#contract/pages/paths.js';
import { sanitizeMessage } from '#shared/text/sanitize-message.js';
import { decodedMessage } from '#shared/text/server-message.js';
import { type Consent, type Loadable, nothing } from './user-context';

type Asking = Pick<PageRequest, 'viewer' | 'site' | 'locale' | 'graphql' | 'path'>;

/** A text that people are asked to agree to. */
export interface ConsentText {
  infoId: string;
  /** Missing: the backend has no revisions. */
  revisionId?: string;
  /** Sanitised by the backend. */
  html: string;
}

/** `failed`: it could not be asked for. `none`: there is nothing to agree to here. */
export type ConsentTextResult = { kind: 'shown'; text: ConsentText } | { kind: 'none' } | { kind: 'failed' };

/** What a page of somebody knows of their consents, and whether it asks for one. */
export interface LoadedConsents {
  consents: Loadable<readonly Consent[]>;
  prompt: ConsentTextResult;
}

/** The text that registration and the prompt show: the first one that the backend gives. */
export async function loadConsentText(
  request: Pick<PageRequest, 'site' | 'locale' | 'graphql'>,
): Promise<ConsentTextResult> {
  if (!request.site.features.gdprConsent) return { kind: 'none' };
  const variables = { language: request.locale };
  const revised = await request.graphql(RevisedConsentInfosDocument, variables);
  if (revised.ok) return firstOf(revised.data.getGdprConsentInfos);
  if (!isUnsupported(revised.failure)) return { kind: 'failed' };
  // A backend may know no more than the specification asks of it, which has no revisions.
  const answer = await request.graphql(GetGdprConsentInfosDocument, variables);
  if (answer.ok) return firstOf(answer.data.getGdprConsentInfos);
  return { kind: isUnsupported(answer.failure) ? 'none' : 'failed' };
}

/**
 * Loads the latest consent of whoever is logged in, and the text where they lack it (PAGE-04). Nobody is asked for a consent on behalf of
 * somebody else, nor while nothing can be saved.
 */
export async function loadConsents(request: Asking): Promise<LoadedConsents> {
  const { viewer, site, path } = request;
  const silent: LoadedConsents = { consents: nothing(), prompt: { kind: 'none' } };
  if (!viewer || !site.features.gdprConsent) return silent;
  const answer = await request.graphql(HasTheLatestConsentDocument, {});
  const mayAsk = !viewer.masqueraded && !site.features.readOnly && path !== CONSENT_PATH;
  if (!answer.ok || answer.errors) {
    if (!answer.ok && isUnsupported(answer.failure)) return silent;
    const error = messagesOf(answer.ok ? answer.errors : answer.failure.errors);
    return { consents: { ...nothing(), error }, prompt: { kind: mayAsk ? 'failed' : 'none' } };
  }
  const latest = answer.data.hasTheLatestConsent;
  // A backend may say so with an object without a consent.
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
