import type { AccountFault, AccountRule } from '../../contract/account-rules.js';

type Messages = Record<AccountRule, string>;

const ENGLISH: Messages = {
  required: 'Field is required',
  email: 'Please provide a valid email address',
  passwordShort: 'Please choose a password of at least 10 characters',
  passwordLong: 'Please choose a password of at most 256 characters',
  passwordIsEmail: 'Please choose a password that is not your email address',
  passwordCommon: 'Please choose a password that fewer people use',
  consent: 'Please accept the terms and conditions',
  role: 'Please say whether you are looking for work or for people',
  captcha: 'Please try again: we could not tell that you are not a robot',
  credentials: 'The email address or the password is wrong',
  link: 'This link does not work any more. Please ask for a new one',
  currentPassword: 'This is not your current password',
  tooMany: 'Too many attempts. Please wait a few minutes and try again',
};

const GERMAN: Messages = {
  required: 'Bitte füllen Sie dieses Feld aus',
  email: 'Bitte geben Sie eine gültige E-Mail-Adresse an',
  passwordShort: 'Bitte wählen Sie ein Passwort mit mindestens 10 Zeichen',
  passwordLong: 'Bitte wählen Sie ein Passwort mit höchstens 256 Zeichen',
  passwordIsEmail: 'Bitte wählen Sie ein Passwort, das nicht Ihre E-Mail-Adresse ist',
  passwordCommon: 'Bitte wählen Sie ein weniger verbreitetes Passwort',
  consent: 'Bitte stimmen Sie den Nutzungsbedingungen zu',
  role: 'Bitte geben Sie an, ob Sie Arbeit oder Mitarbeitende suchen',
  captcha: 'Bitte versuchen Sie es noch einmal: Wir konnten nicht erkennen, dass Sie kein Roboter sind',
  credentials: 'E-Mail-Adresse oder Passwort ist falsch',
  link: 'Dieser Link gilt nicht mehr. Bitte fordern Sie einen neuen an',
  currentPassword: 'Das ist nicht Ihr bisheriges Passwort',
  tooMany: 'Zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal',
};

const FRENCH: Messages = {
  required: 'Ce champ est obligatoire',
  email: 'Veuillez indiquer une adresse e-mail valide',
  passwordShort: 'Veuillez choisir un mot de passe d’au moins 10 caractères',
  passwordLong: 'Veuillez choisir un mot de passe de 256 caractères au plus',
  passwordIsEmail: 'Veuillez choisir un mot de passe différent de votre adresse e-mail',
  passwordCommon: 'Veuillez choisir un mot de passe moins courant',
  consent: 'Veuillez accepter les conditions d’utilisation',
  role: 'Veuillez indiquer si vous cherchez un emploi ou si vous recrutez',
  captcha: 'Veuillez réessayer : nous n’avons pas pu vérifier que vous n’êtes pas un robot',
  credentials: 'L’adresse e-mail ou le mot de passe est incorrect',
  link: 'Ce lien n’est plus valable. Veuillez en demander un nouveau',
  currentPassword: 'Ce n’est pas votre mot de passe actuel',
  tooMany: 'Trop de tentatives. Veuillez patienter quelques minutes avant de réessayer',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** @param language `de`; English where it is another one. */
export function messageOf({ rule }: AccountFault, language: string): string {
  return (MESSAGES[language] ?? ENGLISH)[rule];
}
