/** What can be wrong with files that come with a form. */
export type FileRule = 'fileType' | 'fileSize' | 'fileEmpty' | 'fileRoom' | 'fileGone' | 'filesMany' | 'filesSize';

/** What is wrong with one of them. */
export interface FileViolation {
  field?: string;
  rule: FileRule;
  /** Of the file. */
  name?: string;
}

/** Of the files of a form; see `src/contract/applications/uploads.ts`. */
export interface FileLimits {
  most: number;
  /** Of one of them. */
  mostBytes: number;
  maxTotalBytes: number;
}

type Messages = Record<FileRule, string>;

const ENGLISH: Messages = {
  fileType: '{name}: only PDF, JPG, PNG and WebP files can be attached, and this is none of them',
  fileSize: '{name} is larger than {each}. Please attach a smaller file',
  fileEmpty: '{name} is empty. Please choose another file',
  fileRoom:
    '{name} cannot be taken just now: there are too many files. Please attach fewer or smaller ones, or try again later',
  fileGone: 'A file was kept for an hour and is not there any more. Please choose it again',
  filesMany: 'Please attach at most {most} files',
  filesSize: 'The files are larger than {all} together. Please leave some out',
};

const GERMAN: Messages = {
  fileType: '{name}: Anhänge können PDF-, JPG-, PNG- oder WebP-Dateien sein, und das ist keine davon',
  fileSize: '{name} ist größer als {each}. Bitte hängen Sie eine kleinere Datei an',
  fileEmpty: '{name} ist leer. Bitte wählen Sie eine andere Datei',
  fileRoom:
    '{name} kann gerade nicht angenommen werden: Es sind zu viele Dateien. Bitte hängen Sie weniger oder kleinere an, oder versuchen Sie es später noch einmal',
  fileGone: 'Eine Datei wurde eine Stunde lang aufbewahrt und ist nicht mehr da. Bitte wählen Sie sie noch einmal aus',
  filesMany: 'Bitte hängen Sie höchstens {most} Dateien an',
  filesSize: 'Die Dateien sind zusammen größer als {all}. Bitte lassen Sie welche weg',
};

const FRENCH: Messages = {
  fileType: '{name}\u00a0: seuls les fichiers PDF, JPG, PNG et WebP peuvent être joints, et celui-ci n’en est pas un',
  fileSize: '{name} dépasse {each}. Veuillez joindre un fichier plus petit',
  fileEmpty: '{name} est vide. Veuillez choisir un autre fichier',
  fileRoom:
    '{name} ne peut pas être reçu pour l’instant\u00a0: il y a trop de fichiers. Veuillez en joindre moins ou de plus petits, ou réessayer plus tard',
  fileGone: 'Un fichier a été conservé une heure et n’est plus disponible. Veuillez le choisir à nouveau',
  filesMany: 'Veuillez joindre {most} fichiers au plus',
  filesSize: 'Ensemble, les fichiers dépassent {all}. Veuillez en retirer',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

export function isFileRule(rule: string): rule is FileRule {
  return Object.hasOwn(ENGLISH, rule);
}

/** @param fault.name of the file @param language base language (`en`) */
export function fileMessageOf(
  { rule, name }: { rule: FileRule; name?: string | undefined },
  limits: FileLimits,
  language: string,
): string {
  const megabytes = (bytes: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte' }).format(bytes / 1_000_000);
  return (MESSAGES[language] ?? ENGLISH)[rule]
    .replace('{each}', megabytes(limits.mostBytes))
    .replace('{all}', megabytes(limits.maxTotalBytes))
    .replace('{most}', String(limits.most))
    .replace('{name}', () => name || '…');
}
