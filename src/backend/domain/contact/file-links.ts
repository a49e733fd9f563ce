import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '#contract/backend/derive-key.js';
import { MESSAGE_FILES_PATH } from '#contract/pages/paths.js';
import type { LinkedDetails, LinkedFile } from '../../platform/mail/outbox.js';
import { endOfFiles, type MessageFile } from './message-files.js';

const ALGORITHM = 'HS256';
const KEY_PURPOSE = 'causeboard message files 1';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Signed links to files of messages, for mails to the operators. They need no login: everybody who has the link can download the file
 * until it is deleted.
 */
export class FileLinks {
  private readonly keys: readonly Uint8Array[];

  /** @param secrets the first one signs, the others are still accepted */
  constructor(secrets: readonly string[]) {
    this.keys = secrets.map((secret) => deriveKey(secret, KEY_PURPOSE));
  }

  /** Details for a mail about its linked files. */
  async detailsOf(files: readonly Pick<MessageFile, 'id' | 'name' | 'size'>[], sentAt: Date): Promise<LinkedDetails> {
    if (files.length === 0) return {};
    const until = endOfFiles(sentAt);
    const links: LinkedFile[] = [];
    for (const { id, name, size } of files) links.push({ name, size, path: await this.pathOf(id, name, until) });
    return { links: JSON.stringify(links), until: until.toISOString() };
  }

  /** @param path with the query @returns undefined if the link was not signed here, or has expired */
  async fileOf(path: string, now: Date): Promise<string | undefined> {
    const { pathname, searchParams } = new URL(path, 'http://files');
    const id = pathname.split('/')[2] ?? '';
    const signature = searchParams.get('signature');
    if (!UUID.test(id) || signature === null) return undefined;
    for (const key of this.keys)
      try {
        const { payload } = await jwtVerify(signature, key, {
          algorithms: [ALGORITHM],
          audience: KEY_PURPOSE,
          currentDate: now,
          requiredClaims: ['sub', 'exp'],
        });
        return payload.sub === id ? id : undefined;
      } catch {
        // The token is malformed, was signed with another key, or has expired.
      }
    return undefined;
  }

  private async pathOf(id: string, name: string, until: Date): Promise<string> {
    const signature = await new SignJWT()
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(KEY_PURPOSE)
      .setSubject(id)
      .setExpirationTime(until)
      .sign(this.keys[0]!);
    return `${MESSAGE_FILES_PATH}/${id}/${encodeURIComponent(name)}?signature=${signature}`;
  }
}
