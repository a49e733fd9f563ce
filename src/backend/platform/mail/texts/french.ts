import { alertLinkPath } from '#contract/pages/paths.js';
import { dayInWords, itemsOf, type MailTexts, moreThan, paragraphsOf, shortened } from './mail-texts.js';

const NOT_YOU = 'Si vous n’êtes pas à l’origine de cette demande, ne faites rien : sans ce lien, rien ne change.';

export const french: MailTexts = {
  greeting: 'Bonjour,',
  farewell: (site) => `Bien cordialement,\nl’équipe de ${site}`,
  linkBelow: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  reason: (site) => `Vous recevez ce message parce que votre adresse a été indiquée sur ${site}.`,
  questions: 'Une question ? Écrivez à',
  mails: {
    'verify-email': ({ site, lasts }) => ({
      subject: `Veuillez confirmer votre adresse e-mail pour ${site}`,
      preheader: 'Un clic et votre compte est prêt.',
      heading: `Bienvenue sur ${site}`,
      paragraphs: [
        'Nous sommes ravis de vous accueillir. Confirmez que cette adresse est bien la vôtre et votre compte sera prêt.',
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
        `Quelqu’un, sans doute vous, vient d’essayer de s’inscrire avec cette adresse. Elle a déjà un compte sur ${site}\u00a0: il vous suffit de vous connecter.`,
        'Mot de passe oublié ? Choisissez-en un nouveau ici :',
      ],
      button: 'Choisir un nouveau mot de passe',
      after: [`Le lien fonctionne une seule fois et reste valable ${lasts}.`, NOT_YOU],
    }),
    'reset-password': ({ site, lasts }) => ({
      subject: `Votre nouveau mot de passe pour ${site}`,
      preheader: 'Choisissez un nouveau mot de passe grâce à ce lien.',
      heading: 'Choisir un nouveau mot de passe',
      paragraphs: [`Vous souhaitez un nouveau mot de passe pour ${site}. Choisissez-le ici\u00a0:`],
      button: 'Choisir un nouveau mot de passe',
      after: [`Le lien fonctionne une seule fois et reste valable ${lasts}.`, NOT_YOU],
    }),
    'password-changed': ({ site }) => ({
      subject: `Votre mot de passe pour ${site} a été modifié`,
      preheader: 'Si c’était vous, tout va bien.',
      heading: 'Votre mot de passe a été modifié',
      paragraphs: [
        `Le mot de passe de votre compte ${site} vient d’être modifié. Si c’était vous, tout va bien.`,
        'Sinon, choisissez tout de suite un nouveau mot de passe avec « Mot de passe oublié ? » sur la page de connexion, et écrivez-nous.',
      ],
    }),
    'change-email': ({ site, lasts }) => ({
      subject: `Veuillez confirmer votre nouvelle adresse e-mail pour ${site}`,
      preheader: 'Vous vous connecterez ensuite avec cette adresse.',
      heading: 'Votre nouvelle adresse e-mail',
      paragraphs: [`Vous souhaitez utiliser cette adresse pour votre compte ${site}. Veuillez la confirmer\u00a0:`],
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
          ? `Votre compte ${site} a désormais l’adresse ${newEmail}. Nous n’écrirons plus à celle-ci.`
          : `Votre compte ${site} a désormais une autre adresse. Nous n’écrirons plus à celle-ci.`,
        'Si ce n’était pas vous, écrivez-nous tout de suite.',
      ],
    }),
    'account-deleted': ({ site }) => ({
      subject: `Votre compte sur ${site} a été supprimé`,
      preheader: 'Merci pour le temps passé avec nous.',
      heading: 'Au revoir',
      paragraphs: [
        `Votre compte sur ${site} et tout ce qui s’y rattachait ont été supprimés, comme vous l’avez demandé. Ceci est notre dernier message.`,
        'Merci pour le temps passé avec nous. Vous serez toujours les bienvenus.',
      ],
    }),
    'contact-message': ({ site, details: { name = '', email = '', subject = '', body = '', files } }) => ({
      subject: `Formulaire de contact\u00a0: ${subject}`,
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: [
        `De ${name} <${email}>`,
        ...paragraphsOf(body),
        ...(files ? [`En pièce jointe\u00a0: ${files}`] : []),
      ],
      isQuoted: true,
      reason: `Ce message a été envoyé par le formulaire de contact de ${site}. Votre réponse ira à ${email}.`,
    }),
    'contact-copy': ({ site, details: { name = '', subject = '', body = '', files } }) => ({
      subject: `Votre message à ${site}\u00a0: ${subject}`,
      preheader: 'Nous avons bien reçu votre message.',
      heading: 'Nous avons bien reçu votre message',
      paragraphs: [
        `Voici ce que ${name} nous a écrit. Nous répondons en général sous deux jours ouvrés.`,
        subject,
        ...paragraphsOf(body),
        ...(files ? [`En pièce jointe\u00a0: ${files}`] : []),
      ],
      after: ['Vous ne nous avez pas écrit ? Quelqu’un a indiqué votre adresse par erreur. Vous n’avez rien à faire.'],
    }),
    'application-sent': ({ site, details: { name = '', title = '', organization = '' } }) => ({
      subject: `Votre candidature\u00a0: ${shortened(title)}`,
      preheader: `${organization} a reçu votre candidature.`,
      heading: 'Votre candidature est arrivée',
      paragraphs: [
        `${name}, votre candidature au poste «\u202f${title}\u202f» chez ${organization} est arrivée. Seules les personnes qui y choisissent, et l’équipe de ${site}, peuvent la voir.`,
        'Vous serez prévenu par e-mail dès qu’il y aura une réponse. Il faut souvent compter deux à trois semaines.',
      ],
      button: 'Voir ma candidature',
      reason: `Vous recevez ce message parce que quelqu’un a postulé à un emploi sur ${site} avec votre adresse. Si ce n’était pas vous, écrivez-nous\u00a0: nous supprimerons la candidature.`,
    }),
    'application-received': ({ details: { name = '', title = '', organization = '', email = '' } }) => ({
      subject: `Nouvelle candidature\u00a0: ${shortened(title)}`,
      preheader: `${name} a postulé.`,
      heading: 'Une nouvelle candidature',
      paragraphs: [
        `${name} a postulé à l’offre «\u202f${title}\u202f» chez ${organization}. Son message et ses fichiers vous attendent.`,
        `Si vous répondez à cet e-mail, votre réponse ira à ${email}.`,
      ],
      button: 'Ouvrir la candidature',
    }),
    'application-answer': ({
      site,
      details: { subject = 'À propos de votre candidature', body = '', title = '', organization = '' },
    }) => ({
      subject: shortened(subject),
      preheader: body.slice(0, 120),
      heading: subject,
      paragraphs: paragraphsOf(body),
      button: 'Voir ma candidature',
      isQuoted: true,
      reason: `${organization} vous écrit par ${site} parce que vous avez postulé à l’offre «\u202f${title}\u202f». Votre réponse lui parviendra directement.`,
    }),
    'application-declined': ({ details: { name = '', title = '', organization = '' } }) => ({
      subject: `À propos de votre candidature\u00a0: ${shortened(title)}`,
      preheader: `${organization} a fait son choix.`,
      heading: 'À propos de votre candidature',
      paragraphs: [
        `${name}, merci d’avoir postulé à l’offre «\u202f${title}\u202f». ${organization} a fait un autre choix cette fois-ci.`,
        'Cela ne dit rien de votre prochaine candidature, pour laquelle nous vous souhaitons plein succès.',
      ],
      button: 'Voir ma candidature',
    }),
    'application-withdrawn': ({ details: { name = '', title = '', organization = '' } }) => ({
      subject: `Candidature retirée\u00a0: ${shortened(title)}`,
      preheader: `${name} a retiré sa candidature.`,
      heading: 'Une candidature a été retirée',
      paragraphs: [
        `${name} a retiré sa candidature à l’offre «\u202f${title}\u202f» chez ${organization}. Vous n’avez plus rien à faire.`,
      ],
      button: 'Voir la candidature',
    }),
    'organization-invitation': ({ site, lasts, details: { organization = '', name = '' } }) => ({
      subject: `Invitation à travailler pour ${shortened(organization)}`,
      preheader: `${name} vous invite sur ${site}.`,
      heading: `Travailler pour ${organization}`,
      paragraphs: [
        `${name} vous invite à rédiger des offres et à suivre les candidatures pour ${organization} sur ${site}.`,
        'Acceptez avec le compte de cette adresse. Si vous n’en avez pas encore, inscrivez-vous d’abord avec elle.',
      ],
      button: 'Voir l’invitation',
      after: [
        `Le lien fonctionne pendant ${lasts}. Si vous ne connaissez pas ${organization}, supprimez simplement cet e-mail.`,
      ],
    }),
    'job-approved': ({ site, details: { title = '', subject = 'job', startsOn } }) => {
      const isChange = subject === 'change';
      const online = startsOn
        ? `Elle sera en ligne le ${dayInWords(startsOn, 'fr')}.`
        : 'Elle est maintenant en ligne.';
      return {
        subject: `${isChange ? 'Modifications validées' : 'Validée'}\u00a0: ${shortened(title)}`,
        preheader: isChange ? 'Nous avons validé vos modifications.' : `Votre offre pour ${site} est validée.`,
        heading: isChange ? 'Vos modifications sont validées' : 'Votre offre est validée',
        paragraphs: [
          isChange
            ? `Nous avons relu et validé les modifications de votre offre «\u202f${title}\u202f». ${startsOn ? `L’offre sera en ligne le ${dayInWords(startsOn, 'fr')}.` : 'Elles sont maintenant en ligne.'}`
            : `Nous avons relu et validé votre offre «\u202f${title}\u202f». ${online}`,
        ],
        button: 'Voir l’offre',
        reason: `Vous recevez cet e-mail parce que vous avez envoyé une offre à ${site}.`,
      };
    },
    'job-sent-back': ({ site, details: { title = '', reason = '', subject = 'job' } }) => {
      const isChange = subject === 'change';
      return {
        subject: `À modifier\u00a0: ${shortened(title)}`,
        preheader: 'Nous avons relu votre offre et vous demandons une modification.',
        heading: 'Veuillez modifier votre offre',
        paragraphs: [
          isChange
            ? `Nous avons relu les modifications de votre offre «\u202f${title}\u202f» sur ${site}. L’offre reste en ligne telle qu’elle était avant. Avant la publication des modifications, veuillez corriger ceci\u00a0:`
            : `Nous avons relu votre offre «\u202f${title}\u202f» pour ${site}. Avant sa publication, veuillez modifier ceci\u00a0:`,
          ...paragraphsOf(reason),
        ],
        button: 'Modifier l’offre',
        after: ['Rien n’en est perdu. Une fois l’offre modifiée, envoyez-la-nous à nouveau.'],
        reason: `Vous recevez cet e-mail parce que vous avez envoyé une offre à ${site}.`,
      };
    },
    'organization-approved': ({ site, details: { organization = '' } }) => ({
      subject: `Validée\u00a0: la page de ${shortened(organization)}`,
      preheader: 'Vos modifications sont maintenant visibles.',
      heading: 'Vos modifications sont validées',
      paragraphs: [
        `Nous avons relu et validé le nouveau nom ou les nouvelles images de ${organization} sur ${site}. Tout le monde les voit maintenant.`,
      ],
      button: 'Voir la page',
      reason: `Vous recevez cet e-mail parce que vous avez modifié la page de ${organization} sur ${site}.`,
    }),
    'organization-sent-back': ({ site, details: { organization = '', reason = '' } }) => ({
      subject: `À modifier\u00a0: la page de ${shortened(organization)}`,
      preheader: 'Nous avons relu le nouveau nom ou les nouvelles images et vous demandons une modification.',
      heading: 'Veuillez modifier votre page',
      paragraphs: [
        `Nous avons relu le nouveau nom ou les nouvelles images de ${organization} sur ${site}. La page reste telle qu’elle était. Avant de les montrer, veuillez modifier ceci\u00a0:`,
        ...paragraphsOf(reason),
      ],
      button: 'Modifier la page',
      after: [
        'Rien n’en est perdu\u00a0: tout est dans le formulaire de votre page. Publiez-le à nouveau une fois modifié.',
      ],
      reason: `Vous recevez cet e-mail parce que vous avez modifié la page de ${organization} sur ${site}.`,
    }),
    'alert-confirm': ({ site, lasts }) => ({
      subject: `Veuillez confirmer votre alerte emploi sur ${site}`,
      preheader: 'Un clic, et les nouvelles offres arrivent par e-mail.',
      heading: 'Souhaitez-vous recevoir les nouvelles offres\u00a0?',
      paragraphs: [
        `Quelqu’un, probablement vous, souhaite recevoir à cette adresse les nouvelles offres d’une recherche sur ${site}. Veuillez confirmer que c’est bien votre souhait\u00a0:`,
      ],
      button: 'Voir l’alerte et la confirmer',
      after: [
        `Le lien est valable ${lasts}. Si ce n’était pas vous, supprimez simplement ce message\u00a0: nous ne vous enverrons rien.`,
      ],
    }),
    'job-alert': ({ site, details: { search, items, count = '0', token = '' } }) => {
      const listed = itemsOf(items);
      const more = moreThan(listed, count);
      return {
        subject: `${count === '1' ? '1 nouvelle offre' : `${count} nouvelles offres`}${search ? `\u00a0: ${shortened(search)}` : ` sur ${site}`}`,
        preheader: listed.map(({ title }) => title).join(' · '),
        heading: count === '1' ? 'Une nouvelle offre pour vous' : `${count} nouvelles offres pour vous`,
        paragraphs: [
          search
            ? `Voici ce qui est nouveau pour votre recherche\u00a0: ${search}`
            : `Voici ce qui est nouveau sur ${site}\u00a0:`,
        ],
        items: listed,
        after: more > 0 ? [`Et ${more} de plus, que votre recherche affiche.`] : [],
        button: 'Afficher la recherche',
        reason: `Vous recevez ce message en raison de votre alerte emploi sur ${site}.`,
        links: [{ words: 'Modifier ou arrêter cette alerte', path: alertLinkPath(token) }],
      };
    },
    'resume-alert': ({ site, details: { search, items, count = '0', token = '' } }) => {
      const listed = itemsOf(items);
      const more = moreThan(listed, count);
      return {
        subject: `${count === '1' ? '1 nouveau CV' : `${count} nouveaux CV`}${search ? `\u00a0: ${shortened(search)}` : ` sur ${site}`}`,
        preheader: 'De nouvelles personnes pour votre recherche.',
        heading: count === '1' ? 'Un nouveau CV' : `${count} nouveaux CV`,
        paragraphs: [
          search
            ? `Voici ce qui est nouveau pour votre recherche\u00a0: ${search}`
            : `Voici ce qui est nouveau sur ${site}\u00a0:`,
        ],
        items: listed,
        after: more > 0 ? [`Et ${more} de plus, que votre recherche affiche.`] : [],
        button: 'Afficher la recherche',
        reason: `Vous recevez ce message en raison de votre alerte CV sur ${site}.`,
        links: [{ words: 'Modifier ou arrêter cette alerte', path: alertLinkPath(token) }],
      };
    },
    'link-identity': ({ site, lasts, details: { provider = 'un autre service' } }) => ({
      subject: `Se connecter à ${site} avec ${provider}\u202f?`,
      preheader: 'Veuillez confirmer que les deux comptes sont les vôtres.',
      heading: `Se connecter avec ${provider}`,
      paragraphs: [
        `Vous venez de vous connecter avec ${provider}, et il existe un compte à cette adresse sur ${site}. Est-ce le vôtre\u202f? Confirmez-le, et vous pourrez désormais vous connecter des deux façons.`,
      ],
      button: 'Oui, les associer',
      after: [`Le lien fonctionne une seule fois et reste valable ${lasts}.`, NOT_YOU],
    }),
  },
};
