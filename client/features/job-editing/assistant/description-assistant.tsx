import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { CSRF_FIELD } from '#contract/applications/sent-form.js';
import {
  JOB_DESCRIPTION_PATH,
  type JobDescriptionEvents,
  type JobDescriptionRequest,
} from '#contract/job-form/job-form.js';
import { insertText } from '../../../components/defined-form/rich-text/insert-text';
import { Button } from '../../../components/ui/buttons/button';
import { classNames } from '../../../components/ui/class-names';
import fieldStyles from '../../../components/ui/forms/field.module.css';
import { Prose } from '../../../components/ui/prose';
import styles from './assistant.module.css';

/** Texts of the catalogue `job-wizard.assistant` that the browser renders by itself. */
export const ASSISTANT_TEXTS = [
  ...(['title', 'intro', 'privacy', 'language', 'start', 'again', 'stop', 'working', 'ready', 'cut'] as const),
  ...(['stopped', 'draft', 'insert', 'discard', 'inserted', 'discarded', 'lost'] as const),
] as const;

export type AssistantTexts = Readonly<Record<(typeof ASSISTANT_TEXTS)[number], string>>;

/** Reason why there is no draft, as readable text. */
class DraftError extends Error {
  override name = 'DraftError';
}

interface AssistantProps {
  texts: AssistantTexts;
  languages: readonly { code: string; name: string }[];
  /** The preselected language. */
  language: string;
}

const NOTHING = () => () => undefined;

/**
 * Requests a draft of the job's description, and shows it while it is being generated. Existing text stays unchanged: a
 * draft is appended to it on demand, or discarded. Must be inside the job's form, as the island
 * `description-assistant`.
 */
export function DescriptionAssistant({ texts, languages, language }: AssistantProps) {
  const works = useSyncExternalStore(
    NOTHING,
    () => true,
    () => false,
  );
  const id = useId();
  const box = useRef<HTMLElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const reading = useRef<AbortController>(undefined);
  const [spoken, setSpoken] = useState(language);
  const [draft, setDraft] = useState({ html: '', lang: language });
  const [message, setMessage] = useState('');

  const writing = useMutation({
    mutationFn: (lang: string) => {
      const { signal } = (reading.current = new AbortController());
      return readDraft(box.current!.closest('form')!, lang, { signal, onText: (html) => setDraft({ html, lang }) });
    },
    onMutate: (lang) => {
      setDraft({ html: '', lang });
      setMessage(texts.working);
    },
    onSuccess: ({ isCut }) => setMessage(isCut ? texts.cut : texts.ready),
    onError: (error) => {
      if (reading.current?.signal.aborted) setMessage(texts.stopped);
      else setMessage(error instanceof DraftError ? error.message : texts.lost);
    },
  });
  useEffect(() => () => reading.current?.abort(), []);

  const insert = () => {
    const area = box.current!.closest('form')!.querySelector<HTMLTextAreaElement>('textarea[name="description"]')!;
    insertText(area, draft.html);
    setDraft({ ...draft, html: '' });
    setMessage(texts.inserted);
  };
  const discard = () => {
    setDraft({ ...draft, html: '' });
    setMessage(texts.discarded);
    // The focused button has disappeared.
    start.current?.focus();
  };
  const { isPending } = writing;
  const hasDraft = draft.html !== '';

  return (
    <section
      ref={box}
      hidden={!works}
      className={styles.assistant}
      aria-labelledby={`${id}-title`}
      // Its fields do not belong to the form, which saves itself on input.
      onInput={(event) => event.stopPropagation()}
      data-assistant
    >
      <h3 id={`${id}-title`}>{texts.title}</h3>
      <p className={styles.intro} id={`${id}-intro`}>
        {texts.intro} {texts.privacy}
      </p>
      <div className={styles.controls}>
        <div className={styles.language}>
          <label className={fieldStyles.label} htmlFor={`${id}-language`}>
            {texts.language}
          </label>
          <span className={fieldStyles.shell}>
            <select
              id={`${id}-language`}
              className={classNames(fieldStyles.input, fieldStyles.select)}
              value={spoken}
              onChange={({ target }) => setSpoken(target.value)}
            >
              {languages.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        </div>
        <Button
          ref={start}
          type="button"
          kind="secondary"
          aria-describedby={`${id}-intro`}
          onClick={() => (isPending ? reading.current?.abort() : writing.mutate(spoken))}
        >
          {isPending ? texts.stop : hasDraft ? texts.again : texts.start}
        </Button>
      </div>
      <p role="status" className={classNames(styles.status, writing.isError && styles.failed)}>
        {message}
      </p>
      {hasDraft && (
        <>
          <section className={styles.draft} aria-label={texts.draft} aria-busy={isPending} data-draft>
            <Prose html={draft.html} lang={draft.lang} />
          </section>
          {!isPending && (
            <div className={styles.controls}>
              <Button type="button" onClick={insert}>
                {texts.insert}
              </Button>
              <Button type="button" kind="quiet" onClick={discard}>
                {texts.discard}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/**
 * Requests a draft for the job of a form.
 *
 * @param onText receives the complete sanitized HTML whenever there is more of it
 * @returns whether the draft is incomplete
 * @throws DraftError with the server's message; another error if the connection is lost
 */
async function readDraft(
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
