import { type MailTexts, paragraphsOf } from './mail-texts.js';

const NOT_YOU = 'Si vous n’êtes pas à l’origine de cette demande, ne faites rien : sans ce lien, rien ne change.';

export const french: MailTexts = {
  greeting: 'Bonjour,',
  farewell: (site) => `Bien cordialement,\nl’équipe de ${site}`,
  linkBelow: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  reason: (site) => `Vous recevez ce message parce que votre adresse a été indiquée sur ${site}.`,
  questions: 'Une question ? Écrivez à',
  mails: {
    'verify-email': ({ site, lasts }) => ({
      subject: `Veuillez confirmer votre adresse e-mail pour ${site}`,
      preheader: 'Un clic et votre compte est prêt.',
      heading: `Bienvenue sur ${site}`,
      paragraphs: [
        'nous sommes ravis de vous accueillir. Confirmez que cette adresse est bien la vôtre et votre compte sera prêt.',
      ],
      button: 'Confirmer mon adresse',
      after: [
        `Nous vous demanderons le mot de passe que vous avez choisi. Le lien est valable ${lasts}.`,
        'Si cette inscription ne vient pas de vous, supprimez simplement ce message.',
      ],
    }),
    'already-registered': ({ site, lasts }) => ({
      subject: `Vous avez déjà un compte sur ${site}`,
      preheader: 'Connectez-vous ou choisissez un nouveau mot de passe.',
      heading: 'Vous avez déjà un compte',
      paragraphs: [
        `quelqu’un, sans doute vous, vient d’essayer de s’inscrire avec cette adresse. Elle a déjà un compte sur ${site} : il vous suffit de vous connecter.`,
        'Mot de passe oublié ? Choisissez-en un nouveau ici :',
      ],
      button: 'Choisir un nouveau mot de passe',
      after: [`Le lien fonctionne une seule fois et reste valable ${lasts}.`, NOT_YOU],
    }),
    'reset-password': ({ site, lasts }) => ({
      subject: `Votre nouveau mot de passe pour ${site}`,
      preheader: 'Choisissez un nouveau mot de passe grâce à ce lien.',
      heading: 'Choisir un nouveau mot de passe',
      paragraphs: [`vous souhaitez un nouveau mot de passe pour ${site}. Choisissez-le ici :`],
      button: 'Choisir un nouveau mot de passe',
      after: [`Le lien fonctionne une seule fois et reste valable ${lasts}.`, NOT_YOU],
    }),
    'password-changed': ({ site }) => ({
      subject: `Votre mot de passe pour ${site} a été modifié`,
      preheader: 'Si c’était vous, tout va bien.',
      heading: 'Votre mot de passe a été modifié',
      paragraphs: [
        `le mot de passe de votre compte ${site} vient d’être modifié. Si c’était vous, tout va bien.`,
        'Sinon, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion, et écrivez-nous.',
      ],
    }),
    'change-email': ({ site, lasts }) => ({
      subject: `Veuillez confirmer votre nouvelle adresse e-mail pour ${site}`,
      preheader: 'Vous vous connecterez ensuite avec cette adresse.',
      heading: 'Votre nouvelle adresse e-mail',
      paragraphs: [`vous souhaitez utiliser cette adresse pour votre compte ${site}. Veuillez la confirmer :`],
      button: 'Confirmer ma nouvelle adresse',
      after: [
        `Le lien fonctionne une seule fois et reste valable ${lasts}. D’ici là, votre ancienne adresse reste en usage.`,
        NOT_YOU,
      ],
    }),
    'email-changed': ({ site, details: { newEmail } }) => ({
      subject: `Votre adresse e-mail pour ${site} a été modifiée`,
      preheader: 'Si c’était vous, tout va bien.',
      heading: 'Votre adresse e-mail a été modifiée',
      paragraphs: [
        newEmail
          ? `votre compte ${site} a désormais l’adresse ${newEmail}. Nous n’écrirons plus à celle-ci.`
          : `votre compte ${site} a désormais une autre adresse. Nous n’écrirons plus à celle-ci.`,
        'Si ce n’était pas vous, écrivez-nous tout de suite.',
      ],
    }),
    'account-deleted': ({ site }) => ({
      subject: `Votre compte sur ${site} a été supprimé`,
      preheader: 'Merci pour le temps passé avec nous.',
      heading: 'Au revoir',
      paragraphs: [
        `votre compte sur ${site} et tout ce qui s’y rattachait ont été supprimés, comme vous l’avez demandé. Ceci est notre dernier message.`,
        'Merci pour le temps passé avec nous. Vous serez toujours les bienvenus.',
      ],
    }),
    'contact-message': ({ site, details: { name = '', email = '', subject = '', body = '', files } }) => ({
      subject: `Formulaire de contact : ${subject}`,
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: [`De ${name} <${email}>`, ...paragraphsOf(body), ...(files ? [`En pièce jointe : ${files}`] : [])],
      isQuoted: true,
      reason: `Ce message a été envoyé par le formulaire de contact de ${site}. Votre réponse ira à ${email}.`,
    }),
    'contact-copy': ({ site, details: { name = '', subject = '', body = '', files } }) => ({
      subject: `Votre message à ${site} : ${subject}`,
      preheader: 'Nous avons bien reçu votre message.',
      heading: 'Nous avons bien reçu votre message',
      paragraphs: [
        `voici ce que ${name} nous a écrit. Nous répondons en général sous deux jours ouvrés.`,
        subject,
        ...paragraphsOf(body),
        ...(files ? [`En pièce jointe : ${files}`] : []),
      ],
      after: ['Vous ne nous avez pas écrit ? Quelqu’un a indiqué votre adresse par erreur. Vous n’avez rien à faire.'],
    }),
    'link-identity': ({ site, lasts, details: { provider = 'un autre service' } }) => ({
      subject: `Se connecter à ${site} avec ${provider} ?`,
      preheader: 'Veuillez confirmer que les deux comptes sont les vôtres.',
      heading: `Se connecter avec ${provider}`,
      paragraphs: [
        `vous venez de vous connecter avec ${provider}, et il existe un compte à cette adresse sur ${site}. Est-ce le vôtre ? Confirmez-le, et vous pourrez désormais vous connecter des deux façons.`,
      ],
      button: 'Oui, les relier',
      after: [`Le lien fonctionne une seule fois et reste valable ${lasts}.`, NOT_YOU],
    }),
  },
};
