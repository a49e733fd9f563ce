import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';
import { BackupError } from './archive-contents.js';

/** Keys of an encrypted archive, in the format of age (age-encryption.org). */
export interface EncryptionKey {
  /** For both encryption and decryption. */
  passphrase?: string;
  /** Public keys (`age1…`) whose owners may decrypt the archive. */
  recipients?: readonly string[];
  /** Private keys (`AGE-SECRET-KEY-1…`) for decryption. */
  identities?: readonly string[];
}

/** First bytes of an encrypted file. */
export const AGE_MAGIC = 'age-encryption.org/v1';

/** @throws BackupError if a key is invalid */
export async function encrypted(plain: Readable, { passphrase, recipients = [] }: EncryptionKey): Promise<Readable> {
  const encrypter = new Encrypter();
  try {
    if (passphrase !== undefined) encrypter.setPassphrase(passphrase);
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch (error) {
    throw new BackupError(`The backup cannot be encrypted: ${(error as Error).message}.`);
  }
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(plain)));
}

/** @throws BackupError if no key fits */
export async function decrypted(secret: Readable, { passphrase, identities = [] }: EncryptionKey): Promise<Readable> {
  if (passphrase === undefined && identities.length === 0) {
    throw new BackupError('The backup is encrypted: BACKUP_PASSPHRASE or BACKUP_IDENTITY is needed.');
  }
  const decrypter = new Decrypter();
  try {
    if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
    for (const identity of identities) decrypter.addIdentity(identity);
    return Readable.fromWeb(await decrypter.decrypt(Readable.toWeb(secret)));
  } catch (error) {
    throw new BackupError(`The backup cannot be decrypted: ${(error as Error).message}.`);
  }
}
