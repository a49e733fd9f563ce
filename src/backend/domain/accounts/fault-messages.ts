import type { AccountViolation, AccountRule } from '#contract/accounts/account-rules.js';

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
  unconfirmed: 'Confirm your address first',
  link: 'This link does not work any more. Please ask for a new one',
  currentPassword: 'This is not your current password',
  noPassword: 'Your account has no password yet. Ask for a link to set one, as if you had forgotten it',
  tooLong: 'Please use at most 120 characters',
  soleOwner: 'You are the only owner of {names}, and others work for it. Please make one of them an owner first',
  hasOrganization: 'You have an organization here already',
  isMember: 'Somebody with this address works for it already',
  lastOwner: 'An organization keeps at least one owner. Please make somebody else an owner first',
  lastAdministrator: 'This is the last administrator, who has to stay',
  ownAdministration: 'Another administrator has to do this for you',
  unknownUser: 'There is no such account',
  notMasqueradable: 'You cannot act as this user',
  roles: 'Please choose at least one role',
  assertion: 'Logging in with the other service did not work. Please try again',
  blocked: 'This account is blocked. Please write to us if you think that this is wrong',
  identityEmail:
    'The other service does not confirm that this is your email address. Please register with email and password',
  identityNotLinked:
    'There is an account with this email address. Follow the link that we have sent you to connect both',
  identityTaken: 'You log in to another account with this already',
  lastWayIn: 'You could not log in any more without it. Please set a password first',
  noAccounts: 'New accounts cannot be made here',
  tooMany: 'Too many attempts. Please wait a few minutes and try again',
  busy: 'Very many people are logging in right now. Please try again in a minute',
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
  unconfirmed: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
  link: 'Dieser Link ist nicht mehr gültig. Bitte fordern Sie einen neuen an',
  currentPassword: 'Das ist nicht Ihr bisheriges Passwort',
  noPassword:
    'Ihr Konto hat noch kein Passwort. Fordern Sie einen Link an, als hätten Sie es vergessen, und legen Sie damit eines fest',
  tooLong: 'Bitte verwenden Sie höchstens 120 Zeichen',
  soleOwner:
    '{names} leiten nur Sie, und andere arbeiten dafür. Bitte nehmen Sie zuerst eine dieser Personen in die Leitung auf',
  hasOrganization: 'Sie haben hier schon eine Organisation',
  isMember: 'Eine Person mit dieser Adresse arbeitet schon dafür',
  lastOwner:
    'Eine Organisation behält mindestens eine Person mit Leitungsrechten. Bitte geben Sie sie zuerst einer anderen',
  lastAdministrator: 'Das ist die letzte Person mit Administrationsrechten, sie muss bleiben',
  ownAdministration: 'Das muss eine andere Person mit Administrationsrechten für Sie tun',
  unknownUser: 'Dieses Konto gibt es nicht',
  notMasqueradable: 'Als diese Person können Sie sich nicht anmelden',
  roles: 'Bitte wählen Sie mindestens eine Rolle',
  assertion: 'Die Anmeldung mit dem anderen Dienst hat nicht geklappt. Bitte versuchen Sie es noch einmal',
  blocked: 'Dieses Konto ist gesperrt. Bitte schreiben Sie uns, wenn Sie das für falsch halten',
  identityEmail:
    'Der andere Dienst bestätigt nicht, dass das Ihre E-Mail-Adresse ist. Bitte registrieren Sie sich mit E-Mail-Adresse und Passwort',
  identityNotLinked:
    'Es gibt ein Konto mit dieser E-Mail-Adresse. Folgen Sie dem Link, den wir Ihnen geschickt haben, um beide zu verbinden',
  identityTaken: 'Damit melden Sie sich schon bei einem anderen Konto an',
  lastWayIn: 'Ohne diesen Dienst könnten Sie sich nicht mehr anmelden. Bitte legen Sie zuerst ein Passwort fest',
  noAccounts: 'Neue Konten können hier nicht angelegt werden',
  tooMany: 'Zu viele Versuche. Bitte warten Sie einige Minuten und versuchen Sie es dann noch einmal',
  busy: 'Gerade melden sich sehr viele Menschen an. Bitte versuchen Sie es in einer Minute noch einmal',
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
  captcha: 'Veuillez réessayer : nous n’avons pas pu vérifier que vous n’êtes pas un robot',
  credentials: 'L’adresse e-mail ou le mot de passe est incorrect',
  unconfirmed: 'Confirmez d’abord votre adresse e-mail',
  link: 'Ce lien n’est plus valable. Veuillez en demander un nouveau',
  currentPassword: 'Ce n’est pas votre mot de passe actuel',
  noPassword: 'Votre compte n’a pas encore de mot de passe. Demandez un lien pour en choisir un, comme pour un oubli',
  tooLong: 'Veuillez utiliser 120 caractères au plus',
  soleOwner:
    'Personne d’autre que vous n’est propriétaire de {names}, et d’autres personnes y travaillent. Veuillez d’abord nommer l’une d’elles propriétaire',
  hasOrganization: 'Vous avez déjà une organisation ici',
  isMember: 'Une personne ayant cette adresse y travaille déjà',
  lastOwner: 'Une organisation garde au moins un propriétaire. Veuillez d’abord en nommer un autre',
  lastAdministrator: 'C’est le dernier compte d’administration, il doit rester',
  ownAdministration: 'Une autre personne chargée de l’administration doit le faire pour vous',
  unknownUser: 'Ce compte n’existe pas',
  notMasqueradable: 'Vous ne pouvez pas agir au nom de cette personne',
  roles: 'Veuillez choisir au moins un rôle',
  assertion: 'La connexion avec l’autre service n’a pas fonctionné. Veuillez réessayer',
  blocked: 'Ce compte est bloqué. Veuillez nous écrire si vous pensez que c’est une erreur',
  identityEmail:
    'L’autre service ne confirme pas que cette adresse e-mail est la vôtre. Veuillez vous inscrire avec une adresse et un mot de passe',
  identityNotLinked:
    'Il existe un compte avec cette adresse e-mail. Suivez le lien que nous vous avons envoyé pour les associer',
  identityTaken: 'Vous vous connectez déjà à un autre compte avec ce service',
  lastWayIn: 'Sans ce service, vous ne pourriez plus vous connecter. Veuillez d’abord choisir un mot de passe',
  noAccounts: 'Il n’est pas possible de créer un compte ici',
  tooMany: 'Trop de tentatives. Veuillez patienter quelques minutes avant de réessayer',
  busy: 'De très nombreuses personnes se connectent en ce moment. Veuillez réessayer dans une minute',
};

const MESSAGES: Record<string, Messages> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** @param language `de`; English where it is another one. */
export function messageOf({ rule, names = [] }: AccountViolation, language: string): string {
  const list = new Intl.ListFormat(language in MESSAGES ? language : 'en').format(names);
  return (MESSAGES[language] ?? ENGLISH)[rule].replace('{names}', () => list);
}
