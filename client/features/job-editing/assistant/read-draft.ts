import { EventSourceParserStream } from 'eventsource-parser/stream';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import {
  JOB_DESCRIPTION_PATH,
  type JobDescriptionEvents,
  type JobDescriptionRequest,
} from '#contract/job-form/job-description.js';

/** Reason why there is no draft, as readable text. */
export class DraftError extends Error {
  override name = 'DraftError';
}

/**
 * Requests a draft for the job of a form.
 *
 * @param onText receives the complete sanitized HTML whenever there is more of it
 * @returns whether the draft is incomplete
 * @throws DraftError with the server's message; another error if the connection is lost
 */
export async function readDraft(
  form: HTMLFormElement,
  language: string,
  { onText, signal }: { onText: (html: string) => void; signal: AbortSignal },
): Promise<{ isCut: boolean }> {
  const response = await fetch(JOB_DESCRIPTION_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(requestOf(form, language)),
    signal,
  });
  if (!response.ok || !response.body) throw new DraftError(((await response.json()) as { message: string }).message);
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  let html = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error('The answer has no end.');
    const data: unknown = JSON.parse(value.data);
    if (value.event === 'text') {
      const text = data as JobDescriptionEvents['text'];
      html = html.slice(0, text.start) + text.html;
      onText(html);
    } else if (value.event === 'done') return data as JobDescriptionEvents['done'];
    else if (value.event === 'failed') throw new DraftError((data as JobDescriptionEvents['failed']).message);
  }
}

function requestOf(form: HTMLFormElement, language: string): JobDescriptionRequest {
  const typed = new FormData(form);
  const textOf = (name: string): string => {
    const value = typed.get(name);
    return typeof value === 'string' ? value : '';
  };
  const fields = textOf('fields')
    .split(' ')
    .map((name) => ({ name, values: typed.getAll(name).filter((value) => typeof value === 'string') }));
  const id = new URL(form.action).searchParams.get('job') ?? undefined;
  const organizationId = id === undefined ? textOf('organization') || undefined : undefined;
  const { lang } = document.documentElement;
  return { csrfToken: textOf(CSRF_FIELD), locale: lang, language, id, organizationId, fields };
}
