type Labels = Record<'job' | 'resume_contact' | 'active' | 'pending' | 'canceled' | 'expired', string>;

const ENGLISH: Labels = {
  job: 'Job postings',
  resume_contact: 'Contacts to applicants',
  active: 'Active',
  pending: 'Pending',
  canceled: 'Canceled',
  expired: 'Expired',
};

const GERMAN: Labels = {
  job: 'Stellenanzeigen',
  resume_contact: 'Kontakte zu Bewerbenden',
  active: 'Aktiv',
  pending: 'Ausstehend',
  canceled: 'Gekündigt',
  expired: 'Abgelaufen',
};

const FRENCH: Labels = {
  job: 'Offres d’emploi',
  resume_contact: 'Contacts de candidats',
  active: 'Actif',
  pending: 'En attente',
  canceled: 'Résilié',
  expired: 'Expiré',
};

const LABELS: Record<string, Labels> = { en: ENGLISH, de: GERMAN, fr: FRENCH };

/** @param language `de`; English where it is another one. */
export function entitlementLabel(name: keyof Labels, language: string): string {
  return (LABELS[language] ?? ENGLISH)[name];
}
