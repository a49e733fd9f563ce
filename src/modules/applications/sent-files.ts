import {
  ApplyToJobDocument,
  KeptApplicationFilesDocument,
  SendApplicationFileDocument,
} from '#contract/generated/operations.js';
import { UploadedFile } from '#shared/multipart/multipart.js';
import { decodedMessage } from '#shared/text/server-message.js';
import type { FormError } from '#contract/applications/sent-form.js';
import { APPLICATION_FILES, FILE_PART_BYTES } from '#contract/applications/uploads.js';
import { failed } from '../account/index.js';
import type { FormContext, FormFiles, ReceivedFile } from '../forms/index.js';

/** Name of the field for new files, and for the tokens of files that were already sent. */
export const FILES_FIELD = 'attachments';
/** Tokens that do not refer to a pending file (any more); not a field of the form. */
const MISSING_FIELD = 'missingAttachments';
/**
 * Names of files that were rejected and that the visitor has neither removed nor replaced. Each is percent-encoded, because the values of a
 * repeated field are joined by spaces.
 */
export const REFUSED_FIELD = 'refusedFiles';
/** Maximum number of tokens that are read. */
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
 * Files of a form that are forwarded to the backend in parts while they arrive; without scripts they arrive within the form itself.
 *
 * @param form.stillRefused message key for rejected files that were not removed; with `{names}`
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
  // Missing tokens may belong to the application that this form has already created: the backend knows.
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
 * @returns names of the missing files about which the visitor must be asked before the form is sent: those rejected now, and those rejected
 *   before unless another file has arrived in their place
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
      // Only a program sends an invalid name; it counts as rejected nevertheless.
      return name;
    }
  });
}

/** @returns the tokens of the form, whether or not `keep` has found the files */
export function tokensOf(values: Readonly<Record<string, string>>): string[] {
  const pending = values[FILES_FIELD] ? (JSON.parse(values[FILES_FIELD]) as { token: string }[]) : [];
  return [...pending.map(({ token }) => token), ...(values[MISSING_FIELD] ?? '').split(' ').filter(Boolean)];
}

/**
 * Forwards a file in parts while it arrives. A rejected file is still read to its end, because the rest of the form follows it.
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
    // The visitor closed the connection, or the form is truncated within the file.
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

  /** @returns why the file was rejected */
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
