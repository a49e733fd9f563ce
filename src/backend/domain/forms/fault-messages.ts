import type { FormRule } from '#contract/defined-form/form-rules.js';

/** By language and rule. */
const MESSAGES: Readonly<Record<string, Readonly<Record<FormRule, string>>>> = {
  en: {
    required: 'Field is required',
    tooLong: 'Please use fewer characters',
    tooMany: 'Please choose fewer',
    url: 'Please give a whole web address that begins with https://',
    email: 'Please provide a valid email address',
    number: 'The value must be a number',
    positive: 'Please enter a number greater than zero',
    whole: 'Please enter a number without any decimal points or fractions',
    term: 'Please choose from the list',
    choice: 'Please choose from the list',
    country: 'Please choose a country from the list',
    date: 'Please give a date, such as 2026-11-21',
    month: 'Please give a month and a year, such as 11/2026',
    file: 'The file is not here any more. Please choose it again',
    picture: 'Only JPG, PNG and WebP pictures can be shown, of at most 32 megapixels. Please choose another one',
    fileSize: 'The file is too large. Please choose a smaller one',
    video: 'Please give the address of a video on YouTube or Vimeo',
    tooMuch: 'This is more than the form can take',
  },
  de: {
    required: 'Bitte füllen Sie dieses Feld aus',
    tooLong: 'Bitte verwenden Sie weniger Zeichen',
    tooMany: 'Bitte wählen Sie weniger aus',
    url: 'Bitte geben Sie eine vollständige Webadresse an, die mit https:// beginnt',
    email: 'Bitte geben Sie eine gültige E-Mail-Adresse an',
    number: 'Bitte geben Sie eine Zahl ein',
    positive: 'Bitte geben Sie eine Zahl größer als null ein',
    whole: 'Bitte geben Sie eine ganze Zahl ein',
    term: 'Bitte wählen Sie aus der Liste',
    choice: 'Bitte wählen Sie aus der Liste',
    country: 'Bitte wählen Sie ein Land aus der Liste',
    date: 'Bitte geben Sie ein Datum an, etwa 2026-11-21',
    month: 'Bitte geben Sie Monat und Jahr an, etwa 11/2026',
    file: 'Die Datei liegt nicht mehr vor. Bitte wählen Sie sie noch einmal aus',
    picture:
      'Gezeigt werden können nur Bilder als JPG, PNG oder WebP mit höchstens 32 Megapixeln. Bitte wählen Sie ein anderes',
    fileSize: 'Die Datei ist zu groß. Bitte wählen Sie eine kleinere',
    video: 'Bitte geben Sie die Adresse eines Videos auf YouTube oder Vimeo an',
    tooMuch: 'Das ist mehr, als das Formular aufnehmen kann',
  },
  fr: {
    required: 'Ce champ est obligatoire',
    tooLong: 'Veuillez utiliser moins de caractères',
    tooMany: 'Veuillez en choisir moins',
    url: 'Veuillez indiquer une adresse web complète, commençant par https://',
    email: 'Veuillez indiquer une adresse e-mail valide',
    number: 'Veuillez indiquer un nombre',
    positive: 'Veuillez indiquer un nombre supérieur à zéro',
    whole: 'Veuillez indiquer un nombre entier',
    term: 'Veuillez choisir dans la liste',
    choice: 'Veuillez choisir dans la liste',
    country: 'Veuillez choisir un pays dans la liste',
    date: 'Veuillez indiquer une date, par exemple 2026-11-21',
    month: 'Veuillez indiquer un mois et une année, par exemple 11/2026',
    file: 'Le fichier n’est plus là. Veuillez le choisir à nouveau',
    picture:
      'Seules les images JPG, PNG et WebP de 32 mégapixels au plus peuvent être affichées. Veuillez en choisir une autre',
    fileSize: 'Le fichier est trop volumineux. Veuillez en choisir un plus petit',
    video: 'Veuillez indiquer l’adresse d’une vidéo sur YouTube ou Vimeo',
    tooMuch: 'C’est plus que le formulaire ne peut contenir',
  },
};

/** @param language `de`; English where it is another one. */
export function violationMessage(rule: FormRule, language: string): string {
  return (MESSAGES[language] ?? MESSAGES.en!)[rule];
}
