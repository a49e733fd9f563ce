import type { ResumeRule } from '#contract/resume-form/resume-form.js';
import { formErrorsWith } from '../../forms/form-errors.js';

const MESSAGES: Readonly<Record<string, Readonly<Record<ResumeRule, string>>>> = {
  en: {
    order: 'This comes before the beginning. Please swap them',
    payUnit: 'Please say in which currency and for how long',
    birthday: 'Please give the day on which you were born',
    private:
      'Everybody who searches reads this. Please leave out your full name, your phone number and email addresses: they have fields of their own that stay private',
    title: 'Please give it a title first: recruiters find it by that',
    none: 'There is nothing left to do. Another window may have been faster',
  },
  de: {
    order: 'Das liegt vor dem Anfang. Bitte tauschen Sie beides',
    payUnit: 'Bitte geben Sie Währung und Zeitraum an',
    birthday: 'Bitte geben Sie Ihren Geburtstag an',
    private:
      'Das lesen alle, die suchen. Bitte lassen Sie Ihren vollen Namen, Ihre Telefonnummer und E-Mail-Adressen weg: Für sie gibt es eigene Felder, die privat bleiben',
    title: 'Bitte geben Sie zuerst einen Titel an: Über ihn werden Sie gefunden',
    none: 'Es gibt nichts mehr zu tun. Vielleicht war ein anderes Fenster schneller',
  },
  fr: {
    order: 'Cela précède le début. Veuillez inverser les deux',
    payUnit: 'Veuillez préciser la devise et la période',
    birthday: 'Veuillez indiquer votre date de naissance',
    private:
      'Toutes les personnes qui cherchent lisent ce texte. Veuillez omettre votre nom complet, votre numéro de téléphone et les adresses e-mail : ils ont leurs propres champs, qui restent privés',
    title: 'Veuillez d’abord indiquer un titre : c’est par lui que l’on vous trouve',
    none: 'Il n’y a plus rien à faire. Une autre fenêtre a peut-être été plus rapide',
  },
};

export const resumeErrors = formErrorsWith(MESSAGES);
