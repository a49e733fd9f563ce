import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { insertText } from '../../../components/defined-form/rich-text/insert-text';
import { Button } from '../../../components/ui/buttons/button';
import { classNames } from '../../../components/ui/class-names';
import fieldStyles from '../../../components/ui/forms/field.module.css';
import { Prose } from '../../../components/ui/prose';
import styles from './assistant.module.css';
import type { AssistantTexts } from './assistant-texts';
import { DraftError, readDraft } from './read-draft';

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
