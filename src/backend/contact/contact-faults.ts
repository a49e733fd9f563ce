import type { AccountError } from '../../contract/generated/resolvers.js';
import { MESSAGE_FILES } from '../../contract/uploads.js';
import { messageOf } from '../accounts/fault-messages.js';

/** What can be wrong with a message to the site; the account's own words serve for the rest. */
export type ContactRule =
  | 'nameLong'
  | 'subjectLong'
  | 'bodyLong'
  | 'fileType'
  | 'fileSize'
  | 'fileEmpty'
  | 'fileRoom'
  | 'fileGone'
  | 'filesMany'
  | 'filesSize'
  | 'off';

export interface ContactFault {
  field?: string;
  rule: ContactRule | 'required' | 'email' | 'captcha';
  /** Of the file. */
  name?: string;
}

type Messages = Record<ContactRule, string>;

const ENGLISH: Messages = {
  nameLong: 'Please use at most 120 characters',
  subjectLong: 'Please use at most 200 characters',
  bodyLong: 'Please use at most 10,000 characters, or attach a file',
  fileType: '{name}: only PDF, JPG, PNG and WebP files can be attached, and this is none of them',
  fileSize: '{name} is larger than {each}. Please attach a smaller file',
  fileEmpty: '{name} is empty. Please choose another file',
  fileRoom: '{name} cannot be taken just now: there are too many files. Please send fewer or smaller ones',
  fileGone: 'A file was kept for an hour and is not there any more. Please choose it again',
  filesMany: 'Please attach at most {most} files',
  filesSize: 'The files are larger than {all} together. Please leave some out',
  off: 'Messages cannot be taken here just now',
};

const GERMAN: Messages = {
  nameLong: 'Bitte verwenden Sie höchstens 120 Zeichen',
  subjectLong: 'Bitte verwenden Sie höchstens 200 Zeichen',
  bodyLong: 'Bitte verwenden Sie höchstens 10.000 Zeichen oder hängen Sie eine Datei an',
  fileType: '{name}: Anhänge können PDF-, JPG-, PNG- oder WebP-Dateien sein, und das ist keine davon',
  fileSize: '{name} ist größer als {each}. Bitte hängen Sie eine kleinere Datei an',
  fileEmpty: '{name} ist leer. Bitte wählen Sie eine andere Datei',
  fileRoom:
    '{name} kann gerade nicht angenommen werden: Es sind zu viele Dateien. Bitte senden Sie weniger oder kleinere',
  fileGone: 'Eine Datei wurde eine Stunde lang aufbewahrt und ist nicht mehr da. Bitte wählen Sie sie noch einmal aus',
  filesMany: 'Bitte hängen Sie höchstens {most} Dateien an',
  filesSize: 'Die Dateien sind zusammen größer als {all}. Bitte lassen Sie welche weg',
  off: 'Nachrichten können hier gerade nicht angenommen werden',
};

const FRENCH: Messages = {
  nameLong: 'Veuillez utiliser 120 caractères au plus',
  subjectLong: 'Veuillez utiliser 200 caractères au plus',
  bodyLong: 'Veuillez utiliser 10 000 caractères au plus, ou joindre un fichier',
  fileType: '{name} : seuls les fichiers PDF, JPG, PNG et WebP peuvent être joints, et celui-ci n’en est pas un',
  fileSize: '{name} dépasse {each}. Veuillez joindre un fichier plus petit',
  fileEmpty: '{name} est vide. Veuillez choisir un autre fichier',
  fileRoom:
    '{name} ne peut pas être reçu pour l’instant : il y a trop de fichiers. Veuillez en envoyer moins ou de plus petits',
  fileGone: 'Un fichier a été conservé une heure et n’est plus disponible. Veuillez le choisir à nouveau',
  filesMany: 'Veuillez joindre {most} fichiers au plus',
  filesSize: 'Ensemble, les fichiers dépassent {all}. Veuillez en retirer',
  off: 'Les messages ne peuvent pas être reçus ici pour l’instant',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

export function contactErrors(faults: readonly ContactFault[], language: string): AccountError[] {
  return faults.map(({ field, ...fault }) => ({
    __typename: 'AccountError',
    field: field ?? null,
    message: wordsOf(fault, language),
  }));
}

function wordsOf({ rule, name = '' }: ContactFault, language: string): string {
  if (rule === 'required' || rule === 'email' || rule === 'captcha') return messageOf({ rule }, language);
  const megabytes = (bytes: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte' }).format(bytes / 1_000_000);
  return (MESSAGES[language] ?? ENGLISH)[rule]
    .replace('{each}', megabytes(MESSAGE_FILES.mostBytes))
    .replace('{all}', megabytes(MESSAGE_FILES.mostBytesInAll))
    .replace('{most}', String(MESSAGE_FILES.most))
    .replace('{name}', () => name || '…');
}
