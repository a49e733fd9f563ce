import type { ExtractionError } from './text/extract-text.js';

/** Why nothing is proposed. */
export type ImportViolation = ExtractionError | 'empty' | 'size' | 'oldWord' | 'json' | 'nothing';

type Messages = Readonly<Record<ImportViolation, string>>;

const ENGLISH: Messages = {
  type: 'This is no PDF, Word (DOCX) or JSON Resume file. Save your resume as one of these and choose it again, or fill in the form by hand',
  oldWord:
    'This is a Word file of the old kind (DOC), or one with a password. Save it as DOCX or PDF without a password and choose it again, or fill in the form by hand',
  empty: 'The file is empty. Please choose another one, or fill in the form by hand',
  size: 'The file is larger than 10 MB. Save it without pictures or as plain PDF, or fill in the form by hand',
  encrypted:
    'The file opens with a password only. Save a copy without one and choose that, or fill in the form by hand',
  damaged:
    'The file cannot be opened: it seems to be damaged. Save it again as PDF or DOCX, or fill in the form by hand',
  pages: 'The file has more than 20 pages. Choose one that holds your resume alone, or fill in the form by hand',
  length:
    'The file holds far more text than a resume has. Choose one that holds your resume alone, or fill in the form by hand',
  unpacked: 'The file is far too large when it is unpacked. Save it as PDF, or fill in the form by hand',
  noText:
    'The file holds pictures of pages and no text that could be read, as scans do. Choose the document it was printed from, or fill in the form by hand',
  slow: 'Reading the file took too long. Save it again as a plain PDF, or fill in the form by hand',
  busy: 'Many people are having files read right now. Please try again in a minute, or fill in the form by hand',
  json: 'This JSON file is not as jsonresume.org describes it; look at: {where}. Put it right and choose it again, or fill in the form by hand',
  nothing:
    'There is text in the file, but nothing in it that we know as part of a resume. Please fill in the form by hand',
};

const GERMAN: Messages = {
  type: 'Das ist keine PDF-, Word- (DOCX) oder JSON-Resume-Datei. Speichern Sie Ihren Lebenslauf als eine davon und wählen Sie ihn noch einmal aus, oder füllen Sie das Formular von Hand aus',
  oldWord:
    'Das ist eine Word-Datei der alten Art (DOC) oder eine mit Passwort. Speichern Sie sie ohne Passwort als DOCX oder PDF und wählen Sie sie noch einmal aus, oder füllen Sie das Formular von Hand aus',
  empty: 'Die Datei ist leer. Bitte wählen Sie eine andere, oder füllen Sie das Formular von Hand aus',
  size: 'Die Datei ist größer als 10 MB. Speichern Sie sie ohne Bilder oder als einfaches PDF, oder füllen Sie das Formular von Hand aus',
  encrypted:
    'Die Datei lässt sich nur mit einem Passwort öffnen. Speichern Sie eine Kopie ohne Passwort und wählen Sie diese, oder füllen Sie das Formular von Hand aus',
  damaged:
    'Die Datei lässt sich nicht öffnen: Sie scheint beschädigt zu sein. Speichern Sie sie noch einmal als PDF oder DOCX, oder füllen Sie das Formular von Hand aus',
  pages:
    'Die Datei hat mehr als 20 Seiten. Wählen Sie eine, die nur Ihren Lebenslauf enthält, oder füllen Sie das Formular von Hand aus',
  length:
    'Die Datei enthält weit mehr Text als ein Lebenslauf. Wählen Sie eine, die nur Ihren Lebenslauf enthält, oder füllen Sie das Formular von Hand aus',
  unpacked: 'Die Datei ist entpackt viel zu groß. Speichern Sie sie als PDF, oder füllen Sie das Formular von Hand aus',
  noText:
    'Die Datei enthält Bilder von Seiten, wie sie beim Scannen entstehen, und keinen lesbaren Text. Wählen Sie das ursprüngliche Dokument, oder füllen Sie das Formular von Hand aus',
  slow: 'Das Lesen der Datei hat zu lange gedauert. Speichern Sie sie noch einmal als einfaches PDF, oder füllen Sie das Formular von Hand aus',
  busy: 'Gerade werden viele Dateien gelesen. Bitte versuchen Sie es in einer Minute noch einmal, oder füllen Sie das Formular von Hand aus',
  json: 'Diese JSON-Datei ist nicht so, wie jsonresume.org es vorsieht; sehen Sie hier nach: {where}. Berichtigen Sie sie und wählen Sie sie noch einmal aus, oder füllen Sie das Formular von Hand aus',
  nothing:
    'Die Datei enthält Text, aber nichts, was wir als Teil eines Lebenslaufs erkennen. Bitte füllen Sie das Formular von Hand aus',
};

const FRENCH: Messages = {
  type: 'Ce fichier n’est ni un PDF, ni un document Word (DOCX), ni un fichier JSON Resume. Enregistrez votre CV dans l’un de ces formats et choisissez-le à nouveau, ou remplissez le formulaire à la main',
  oldWord:
    'Ce document Word est d’un ancien format (DOC) ou protégé par un mot de passe. Enregistrez-le sans mot de passe en DOCX ou en PDF et choisissez-le à nouveau, ou remplissez le formulaire à la main',
  empty: 'Le fichier est vide. Veuillez en choisir un autre, ou remplissez le formulaire à la main',
  size: 'Le fichier dépasse 10\u00a0Mo. Enregistrez-le sans images ou en simple PDF, ou remplissez le formulaire à la main',
  encrypted:
    'Le fichier ne s’ouvre qu’avec un mot de passe. Enregistrez une copie sans mot de passe et choisissez-la, ou remplissez le formulaire à la main',
  damaged:
    'Le fichier ne peut pas être ouvert\u00a0: il semble endommagé. Enregistrez-le à nouveau en PDF ou en DOCX, ou remplissez le formulaire à la main',
  pages:
    'Le fichier compte plus de 20\u00a0pages. Choisissez-en un qui ne contient que votre CV, ou remplissez le formulaire à la main',
  length:
    'Le fichier contient bien plus de texte qu’un CV. Choisissez-en un qui ne contient que votre CV, ou remplissez le formulaire à la main',
  unpacked:
    'Une fois décompressé, le fichier est beaucoup trop volumineux. Enregistrez-le en PDF, ou remplissez le formulaire à la main',
  noText:
    'Le fichier contient des images de pages, comme celles d’un scanner, et aucun texte lisible. Choisissez le document d’origine, ou remplissez le formulaire à la main',
  slow: 'La lecture du fichier a pris trop de temps. Enregistrez-le à nouveau en simple PDF, ou remplissez le formulaire à la main',
  busy: 'Beaucoup de fichiers sont en cours de lecture. Veuillez réessayer dans une minute, ou remplissez le formulaire à la main',
  json: 'Ce fichier JSON ne suit pas le format de jsonresume.org\u00a0; regardez ici\u00a0: {where}. Corrigez-le et choisissez-le à nouveau, ou remplissez le formulaire à la main',
  nothing:
    'Le fichier contient du texte, mais rien que nous reconnaissions comme une partie d’un CV. Veuillez remplir le formulaire à la main',
};

const MESSAGES: Readonly<Record<string, Messages>> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** @param language base language (`en`) @param where in the file it is */
export function importMessage(violation: ImportViolation, language: string, where = ''): string {
  return (MESSAGES[language] ?? ENGLISH)[violation].replace('{where}', () => where || 'JSON');
}
