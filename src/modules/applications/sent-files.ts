import {
  ApplyToJobDocument,
  KeptApplicationFilesDocument,
  SendApplicationFileDocument,
} from '#contract/generated/operations.js';
import { UploadedFile } from '#shared/multipart/uploaded-file.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { APPLICATION_FILES, FILE_PART_BYTES } from '#contract/applications/uploads.js';
import { failed } from '../account/index.js';
import type { FormContext, FormFiles, ReceivedFile } from '../forms/index.js';

/** The field of the files themselves, and of the tokens of those that are there already. */
export const FILES_FIELD = 'attachments';
/** Of tokens that are no files on their way (any more); no field of the form. */
const MISSING_FIELD = 'missingAttachments';
/**
 * Names of files that were refused and that the visitor has neither removed nor replaced. Each is percent-encoded, because the values of a field
 * that is sent several times come joined by spaces.
 */
export const REFUSED_FIELD = 'refusedFiles';
/** More than that are not looked at. */
const MAX_TOKENS = 20;

/** The files of an application. */
export const APPLICATION_FORM_FILES = pendingFiles({
  limits: APPLICATION_FILES,
  async refusal({ firstName = '', lastName = '', emailAddress = '', coverLetter = '' }, call) {
    const texts = { firstName, lastName, emailAddress, coverLetter };
    const input = { jobId: '', requestKey: '', ...texts, answers: [], attachments: [], owner: call.owner };
    const failure = await call.refusalOf(ApplyToJobDocument, { input });
    return failure && failed(failure, call);
  },
  stillRefused: 'applications.form.stillRefused',
});

/**
 * Files of a form: passed on in parts as they come, by the form itself where there are no scripts.
 *
 * @param form.stillRefused key of what is said where files were refused and not taken out; with `{names}`
 */
export function pendingFiles({
  limits,
  refusal,
  stillRefused,
}: Pick<FormFiles, 'limits' | 'refusal'> & { stillRefused: string }): FormFiles {
  return {
    limits,
    refusal,
    receive: (name, content, call) => sendFile(name, content, call),
    store: (_files, values, call, received) => storedFiles(values, call, { received, stillRefused }),
    tooLarge: () => [],
  };
}

async function storedFiles(
  values: Readonly<Record<string, string>>,
  call: FormContext,
  { received, stillRefused }: { received: readonly ReceivedFile[]; stillRefused: string },
): ReturnType<FormFiles['store']> {
  const tokens = [
    ...(values[FILES_FIELD] ?? '').split(' ').filter(Boolean),
    ...received.flatMap((file) => (file.ok ? [file.token] : [])),
  ].slice(0, MAX_TOKENS);
  const answer =
    tokens.length > 0 ? await call.graphql(KeptApplicationFilesDocument, { tokens, owner: call.owner }) : undefined;
  const pending = answer?.ok ? answer.data.keptApplicationFiles : [];
  const errors: FormError[] = received.flatMap((file) =>
    file.ok ? [] : [{ field: FILES_FIELD, message: file.message }],
  );
  if (answer && !answer.ok) errors.push(...messagesOf(failed(answer.failure, call)));
  // They may belong to the application that the same form has made already: the backend says what they are.
  const missing = tokens.filter((token) => !pending.some((file) => file.token === token)).join(' ');
  const refused = refusedNames(values, received);
  const standing = refused.filter((name) => !received.some((file) => !file.ok && file.name === name));
  if (standing.length > 0)
    errors.push({
      field: FILES_FIELD,
      message: call.t(stillRefused, { names: standing.join(', ') }),
    });
  return {
    values: {
      [FILES_FIELD]: pending.length > 0 ? JSON.stringify(pending) : '',
      [MISSING_FIELD]: missing,
      [REFUSED_FIELD]: refused.map(encodeURIComponent).join(' '),
    },
    errors,
  };
}

/**
 * @returns the files without which the form must not be sent unasked: those refused now, and those refused before unless another file has
 * arrived in their place
 */
function refusedNames(values: Readonly<Record<string, string>>, received: readonly ReceivedFile[]): string[] {
  const now = received.flatMap((file) => (file.ok || !file.name ? [] : [file.name]));
  const isReplaced = received.some((file) => file.ok);
  const before = isReplaced ? [] : decodeNames(values[REFUSED_FIELD] ?? '');
  return [...new Set([...before, ...now])];
}

function decodeNames(text: string): string[] {
  const names = text.split(' ').filter(Boolean).slice(0, MAX_TOKENS);
  return names.map((name) => {
    try {
      return decodeURIComponent(name);
    } catch {
      // Only a program sends such a name; it counts as refused all the same.
      return name;
    }
  });
}

/** @returns the tokens of the form, whether `keep` has found them or not */
export function tokensOf(values: Readonly<Record<string, string>>): string[] {
  const pending = values[FILES_FIELD] ? (JSON.parse(values[FILES_FIELD]) as { token: string }[]) : [];
  return [...pending.map(({ token }) => token), ...(values[MISSING_FIELD] ?? '').split(' ').filter(Boolean)];
}

/**
 * Passes a file on in parts, as it comes. It is read to its end, also where nobody wants it any more: only then the rest of the form comes.
 */
export async function sendFile(
  name: string,
  content: AsyncIterable<Uint8Array>,
  call: FormContext,
): Promise<ReceivedFile> {
  const sending = new SendingFile(name, call);
  let refusal: string | undefined;
  let held: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of content) {
      if (refusal !== undefined) continue;
      held.push(piece);
      size += piece.length;
      if (size < FILE_PART_BYTES) continue;
      refusal = await sending.send(Buffer.concat(held), false);
      held = [];
      size = 0;
    }
    refusal ??= await sending.send(Buffer.concat(held), true);
  } catch {
    // The visitor has gone, or the form ends within the file.
    refusal = call.t('form.failed');
  }
  return refusal === undefined ? { ok: true, token: sending.token! } : { ok: false, name, message: refusal };
}

class SendingFile {
  token: string | undefined;
  private offset = 0;

  constructor(
    private readonly name: string,
    private readonly call: FormContext,
  ) {}

  /** @returns why the file is not taken */
  async send(bytes: Uint8Array, last: boolean): Promise<string | undefined> {
    const { name, call, offset, token = null } = this;
    const answer = await call.graphql(SendApplicationFileDocument, {
      input: { token, name, offset, last, owner: call.owner },
      part: new UploadedFile(name, bytes),
    });
    if (!answer.ok) return messagesOf(failed(answer.failure, call))[0]?.message ?? call.t('form.failed');
    const { file, received, errors } = answer.data.sendApplicationFile;
    if (!file) return decodedMessage(errors[0]?.message ?? call.t('form.failed'));
    this.token = file.token;
    this.offset = received;
    return undefined;
  }
}

function messagesOf(outcome: ReturnType<typeof failed>): readonly FormError[] {
  return outcome.kind === 'again' ? outcome.errors.map((error) => ({ ...error, field: FILES_FIELD })) : [];
}
