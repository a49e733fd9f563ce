export type Language = 'en' | 'de' | 'fr';

export type VocabularyId =
  | 'remote_options'
  | 'employment_type'
  | 'industry'
  | 'occupation'
  | 'experience'
  | 'degree_level'
  | 'benefit'
  | 'organization_size'
  | 'field_of_study'
  | 'career_status'
  | 'language'
  | 'language_level'
  | 'skill'
  | 'salary_range';

export interface VocabularyTerm {
  tid: number;
  slug: string;
  label: Record<Language, string>;
  weight?: number;
}

type TermRow = readonly [slug: string, en: string, de: string, fr: string];

/** Term ids are derived from the position in the table and are stored with every job, so new rows must be appended. */
function termTable(firstTid: number, rows: readonly TermRow[]): readonly VocabularyTerm[] {
  return rows.map(([slug, en, de, fr], index) => ({ tid: firstTid + index, slug, label: { en, de, fr } }));
}

/** For lists with their own order (junior to senior, small to large) instead of the alphabetical one. */
function orderedTermTable(firstTid: number, rows: readonly TermRow[]): readonly VocabularyTerm[] {
  return termTable(firstTid, rows).map((term, weight) => ({ ...term, weight }));
}

const skills = termTable(1101, [
  ['case-management', 'Case management', 'Case Management', 'Gestion de cas'],
  ['crisis-intervention', 'Crisis intervention', 'Krisenintervention', 'Intervention de crise'],
  ['safeguarding', 'Safeguarding', 'Kinder- und Gewaltschutz', 'Protection des personnes'],
  ['trauma-informed-practice', 'Trauma-informed practice', 'Traumasensibles Arbeiten', 'Approche sensible au trauma'],
  ['harm-reduction', 'Harm reduction', 'Niedrigschwellige Suchthilfe', 'Réduction des risques'],
  [
    'motivational-interviewing',
    'Motivational interviewing',
    'Motivierende Gesprächsführung',
    'Entretien motivationnel',
  ],
  ['group-facilitation', 'Group facilitation', 'Gruppenleitung', 'Animation de groupe'],
  ['mediation', 'Mediation', 'Mediation', 'Médiation'],
  ['clinical-assessment', 'Clinical assessment', 'Klinische Beurteilung', 'Évaluation clinique'],
  ['medication-management', 'Medication management', 'Medikamentenmanagement', 'Gestion des médicaments'],
  ['wound-care', 'Wound care', 'Wundversorgung', 'Soin des plaies'],
  ['palliative-care', 'Palliative care', 'Palliativversorgung', 'Soins palliatifs'],
  ['personal-care', 'Personal care', 'Körperpflege und Assistenz', 'Aide à la toilette et aux gestes quotidiens'],
  ['dementia-care', 'Dementia care', 'Begleitung bei Demenz', 'Accompagnement des troubles cognitifs'],
  ['first-aid', 'First aid', 'Erste Hilfe', 'Premiers secours'],
  ['child-development', 'Child development', 'Frühkindliche Entwicklung', 'Développement de l’enfant'],
  ['activity-planning', 'Activity planning', 'Freizeitpädagogik', 'Animation d’activités'],
  ['mentoring', 'Mentoring', 'Mentoring', 'Mentorat'],
  ['lesson-planning', 'Lesson planning', 'Unterrichtsplanung', 'Préparation de cours'],
  ['adult-education', 'Adult education', 'Erwachsenenbildung', 'Formation des adultes'],
  ['inclusion', 'Inclusion', 'Inklusion', 'Inclusion'],
  ['volunteer-recruitment', 'Volunteer recruitment', 'Gewinnung von Freiwilligen', 'Recrutement de bénévoles'],
  ['training-delivery', 'Training delivery', 'Durchführung von Schulungen', 'Conduite de formations'],
  ['public-speaking', 'Public speaking', 'Vorträge und Moderation', 'Prise de parole en public'],
  ['community-organizing', 'Community organizing', 'Community Organizing', 'Mobilisation citoyenne'],
  ['partnership-building', 'Partnership building', 'Netzwerkarbeit', 'Développement de partenariats'],
  ['project-management', 'Project management', 'Projektmanagement', 'Gestion de projet'],
  ['budgeting', 'Budgeting', 'Budgetplanung', 'Élaboration de budgets'],
  ['grant-writing', 'Grant writing', 'Fördermittelanträge', 'Rédaction de demandes de subvention'],
  ['donor-relations', 'Donor relations', 'Betreuung von Spendenden', 'Relations avec les donateurs'],
  ['direct-mail', 'Direct mail', 'Spendenmailings', 'Marketing direct'],
  ['crm-systems', 'CRM systems', 'CRM-Systeme', 'Logiciels CRM'],
  ['major-gifts', 'Major gifts', 'Großspenden', 'Grands dons'],
  ['copywriting', 'Writing and editing', 'Texten und Redigieren', 'Rédaction et relecture'],
  ['media-relations', 'Media relations', 'Pressearbeit', 'Relations presse'],
  ['social-media', 'Social media', 'Social Media', 'Réseaux sociaux'],
  ['web-analytics', 'Web analytics', 'Webanalyse', 'Analyse d’audience web'],
  ['campaign-management', 'Campaign management', 'Kampagnenmanagement', 'Gestion de campagnes'],
  ['graphic-design', 'Graphic design', 'Grafikdesign', 'Conception graphique'],
  ['video-editing', 'Video editing', 'Videoschnitt', 'Montage vidéo'],
  ['event-planning', 'Event planning', 'Veranstaltungsplanung', 'Organisation d’événements'],
  ['policy-analysis', 'Policy analysis', 'Politikanalyse', 'Analyse des politiques publiques'],
  ['research-methods', 'Research methods', 'Empirische Methoden', 'Méthodes de recherche'],
  ['statistical-analysis', 'Statistical analysis', 'Statistische Auswertung', 'Analyse statistique'],
  ['impact-evaluation', 'Impact evaluation', 'Wirkungsmessung', 'Évaluation d’impact'],
  ['data-visualization', 'Data visualization', 'Datenvisualisierung', 'Visualisation de données'],
  ['interpreting', 'Interpreting', 'Dolmetschen', 'Interprétation'],
  ['financial-reporting', 'Financial reporting', 'Finanzberichte', 'Rapports financiers'],
  ['bookkeeping', 'Bookkeeping', 'Finanzbuchhaltung', 'Tenue de livres'],
  ['payroll', 'Payroll', 'Lohn- und Gehaltsabrechnung', 'Paie'],
  ['auditing', 'Auditing', 'Prüfungswesen', 'Audit'],
  ['recruiting', 'Recruiting', 'Personalgewinnung', 'Recrutement'],
  ['employment-law', 'Employment law', 'Arbeitsrecht', 'Droit du travail'],
  ['conflict-resolution', 'Conflict resolution', 'Konfliktlösung', 'Résolution de conflits'],
  ['it-support', 'IT support', 'IT-Support', 'Assistance informatique'],
  ['information-security', 'Information security', 'Informationssicherheit', 'Sécurité de l’information'],
  ['python', 'Python', 'Python', 'Python'],
  ['typescript', 'TypeScript', 'TypeScript', 'TypeScript'],
  ['sql', 'SQL', 'SQL', 'SQL'],
  ['web-accessibility', 'Web accessibility', 'Barrierefreies Web', 'Accessibilité numérique'],
  ['office-software', 'Office software', 'Office-Programme', 'Logiciels bureautiques'],
  ['minute-taking', 'Minute taking', 'Protokollführung', 'Prise de notes et comptes rendus'],
  ['scheduling', 'Scheduling', 'Termin- und Dienstplanung', 'Planification'],
  ['team-leadership', 'Team leadership', 'Teamleitung', 'Encadrement d’équipe'],
  ['change-management', 'Change management', 'Veränderungsmanagement', 'Conduite du changement'],
  ['governance', 'Governance', 'Gremienarbeit', 'Gouvernance'],
  ['legal-research', 'Legal research', 'Juristische Recherche', 'Recherche juridique'],
  ['data-protection', 'Data protection', 'Datenschutz im Betrieb', 'Protection des données'],
  ['procurement', 'Procurement', 'Einkauf und Vergabe', 'Achats'],
  ['stock-control', 'Stock control', 'Lagerverwaltung', 'Gestion des stocks'],
  ['forklift-licence', 'Forklift licence', 'Staplerschein', 'Permis cariste'],
  ['driving-licence', 'Driving licence', 'Führerschein Klasse B', 'Permis de conduire'],
  ['building-maintenance', 'Building maintenance', 'Gebäudeinstandhaltung', 'Entretien de bâtiments'],
  ['health-and-safety', 'Health and safety', 'Arbeitssicherheit', 'Santé et sécurité au travail'],
  ['cooking', 'Cooking for large groups', 'Großküche', 'Cuisine de collectivité'],
  ['food-safety', 'Food safety', 'Lebensmittelhygiene', 'Hygiène alimentaire'],
  ['cash-handling', 'Cash handling', 'Kassenführung', 'Tenue de caisse'],
  ['customer-care', 'Customer care', 'Kundenbetreuung', 'Relation avec le public'],
  ['carpentry', 'Carpentry', 'Tischlerei', 'Menuiserie'],
  ['animal-handling', 'Animal handling', 'Umgang mit Tieren', 'Soins aux animaux'],
  ['habitat-management', 'Habitat management', 'Biotoppflege', 'Gestion des milieux naturels'],
  ['gis', 'GIS', 'GIS', 'SIG'],
]);

const spokenLanguages = termTable(1001, [
  ['english', 'English', 'Englisch', 'Anglais'],
  ['french', 'French', 'Französisch', 'Français'],
  ['german', 'German', 'Deutsch', 'Allemand'],
  ['spanish', 'Spanish', 'Spanisch', 'Espagnol'],
  ['italian', 'Italian', 'Italienisch', 'Italien'],
  ['portuguese', 'Portuguese', 'Portugiesisch', 'Portugais'],
  ['dutch', 'Dutch', 'Niederländisch', 'Néerlandais'],
  ['polish', 'Polish', 'Polnisch', 'Polonais'],
  ['romanian', 'Romanian', 'Rumänisch', 'Roumain'],
  ['ukrainian', 'Ukrainian', 'Ukrainisch', 'Ukrainien'],
  ['russian', 'Russian', 'Russisch', 'Russe'],
  ['turkish', 'Turkish', 'Türkisch', 'Turc'],
  ['arabic', 'Arabic', 'Arabisch', 'Arabe'],
  ['persian', 'Persian', 'Persisch', 'Persan'],
  ['kurdish', 'Kurdish', 'Kurdisch', 'Kurde'],
  ['hindi', 'Hindi', 'Hindi', 'Hindi'],
  ['punjabi', 'Punjabi', 'Pandschabi', 'Pendjabi'],
  ['urdu', 'Urdu', 'Urdu', 'Ourdou'],
  ['bengali', 'Bengali', 'Bengalisch', 'Bengali'],
  ['mandarin', 'Mandarin', 'Mandarin', 'Mandarin'],
  ['cantonese', 'Cantonese', 'Kantonesisch', 'Cantonais'],
  ['vietnamese', 'Vietnamese', 'Vietnamesisch', 'Vietnamien'],
  ['tagalog', 'Tagalog', 'Tagalog', 'Tagalog'],
  ['swahili', 'Swahili', 'Suaheli', 'Swahili'],
  ['somali', 'Somali', 'Somali', 'Somali'],
  ['tigrinya', 'Tigrinya', 'Tigrinya', 'Tigrigna'],
  ['cree', 'Cree', 'Cree', 'Cri'],
  ['inuktitut', 'Inuktitut', 'Inuktitut', 'Inuktitut'],
  ['welsh', 'Welsh', 'Walisisch', 'Gallois'],
  ['irish', 'Irish', 'Irisch', 'Irlandais'],
  ['sign-language', 'Sign language', 'Gebärdensprache', 'Langue des signes'],
]);

export const occupations = termTable(301, [
  ['fundraising', 'Fundraising & donor relations', 'Fundraising & Spenderbetreuung', 'Collecte de fonds'],
  ['grants', 'Grants & institutional funding', 'Fördermittel & Antragswesen', 'Subventions et financements'],
  ['programme-management', 'Programme management', 'Projekt- & Programmleitung', 'Gestion de programmes'],
  ['social-work', 'Social work', 'Soziale Arbeit', 'Travail social'],
  ['nursing', 'Nursing', 'Pflege', 'Soins infirmiers'],
  ['counselling', 'Counselling', 'Beratung', 'Accompagnement et conseil'],
  ['therapy', 'Therapy & rehabilitation', 'Therapie & Rehabilitation', 'Thérapie et réadaptation'],
  ['personal-support', 'Personal support & care', 'Betreuung & Assistenz', 'Aide à la personne'],
  ['youth-work', 'Youth work', 'Kinder- & Jugendarbeit', 'Animation jeunesse'],
  ['community-outreach', 'Community outreach', 'Aufsuchende Arbeit & Quartiersarbeit', 'Action de proximité'],
  ['childcare', 'Childcare & early years', 'Kita & frühe Bildung', 'Petite enfance'],
  ['teaching', 'Teaching & training', 'Lehre & Weiterbildung', 'Enseignement et formation'],
  ['communications', 'Communications', 'Kommunikation & Öffentlichkeitsarbeit', 'Communication'],
  ['marketing', 'Marketing & digital', 'Marketing & Digitales', 'Marketing et numérique'],
  ['design', 'Design & media', 'Gestaltung & Medien', 'Graphisme et médias'],
  ['events', 'Events', 'Veranstaltungen', 'Événementiel'],
  ['finance', 'Finance', 'Finanzen & Controlling', 'Finances'],
  ['accounting', 'Accounting & bookkeeping', 'Buchhaltung', 'Comptabilité'],
  ['human-resources', 'Human resources', 'Personalwesen', 'Ressources humaines'],
  ['information-technology', 'IT & systems', 'IT & Systeme', 'Informatique et systèmes'],
  ['software-development', 'Software development', 'Softwareentwicklung', 'Développement logiciel'],
  ['data-analysis', 'Data & analysis', 'Daten & Analyse', 'Données et analyse'],
  ['administration', 'Administration', 'Verwaltung & Büro', 'Administration'],
  ['executive-leadership', 'Executive leadership', 'Geschäftsführung & Leitung', 'Direction générale'],
  ['volunteer-coordination', 'Volunteer coordination', 'Freiwilligenmanagement', 'Coordination des bénévoles'],
  ['policy-and-advocacy', 'Policy & advocacy', 'Politik & Advocacy', 'Plaidoyer et politiques publiques'],
  ['research', 'Research', 'Forschung', 'Recherche'],
  ['legal', 'Legal', 'Recht', 'Juridique'],
  ['operations', 'Operations', 'Betriebsleitung & Organisation', 'Opérations'],
  ['logistics', 'Logistics & warehouse', 'Logistik & Lager', 'Logistique et entrepôt'],
  ['facilities', 'Facilities & maintenance', 'Haustechnik & Gebäude', 'Bâtiments et entretien'],
  ['kitchen', 'Cooking & kitchen', 'Küche & Verpflegung', 'Cuisine et restauration'],
  ['driving', 'Driving & transport', 'Fahrdienst & Transport', 'Conduite et transport'],
  ['retail', 'Charity shops & retail', 'Sozialkaufhaus & Verkauf', 'Boutique solidaire et vente'],
  ['customer-service', 'Supporter & customer service', 'Service & Empfang', 'Accueil et service au public'],
  ['translation', 'Translation & interpreting', 'Übersetzen & Dolmetschen', 'Traduction et interprétation'],
  ['monitoring-and-evaluation', 'Monitoring & evaluation', 'Monitoring & Evaluation', 'Suivi et évaluation'],
  ['sales', 'Sales & partnerships', 'Vertrieb & Partnerschaften', 'Vente et partenariats'],
  ['skilled-trades', 'Skilled trades', 'Handwerk', 'Métiers manuels'],
  ['other-occupation', 'Other', 'Sonstiges', 'Autre'],
]);

export const industries = termTable(201, [
  ['health', 'Health', 'Gesundheit', 'Santé'],
  ['mental-health', 'Mental health & addictions', 'Psychische Gesundheit & Suchthilfe', 'Santé mentale et addictions'],
  ['housing-and-homelessness', 'Housing & homelessness', 'Wohnen & Wohnungslosenhilfe', 'Logement et sans-abrisme'],
  ['food-security', 'Food security', 'Ernährungssicherheit', 'Sécurité alimentaire'],
  ['environment', 'Environment & climate', 'Umwelt & Klima', 'Environnement et climat'],
  ['animal-welfare', 'Animal welfare', 'Tierschutz', 'Protection animale'],
  ['arts-and-culture', 'Arts & culture', 'Kunst & Kultur', 'Arts et culture'],
  ['education', 'Education', 'Bildung', 'Éducation'],
  ['children-and-youth', 'Children & youth', 'Kinder & Jugend', 'Enfance et jeunesse'],
  ['seniors', 'Seniors & ageing', 'Ältere Menschen', 'Personnes âgées'],
  ['disability', 'Disability & inclusion', 'Behinderung & Inklusion', 'Handicap et inclusion'],
  ['newcomers-and-refugees', 'Newcomers & refugees', 'Migration & Flucht', 'Personnes migrantes et réfugiées'],
  [
    'international-development',
    'International development',
    'Entwicklungszusammenarbeit',
    'Développement international',
  ],
  ['human-rights', 'Human rights & justice', 'Menschenrechte & Gerechtigkeit', 'Droits humains et justice'],
  ['indigenous-communities', 'Indigenous communities', 'Indigene Gemeinschaften', 'Communautés autochtones'],
  ['community-development', 'Community development', 'Gemeinwesenarbeit', 'Développement communautaire'],
  ['faith', 'Faith-based work', 'Kirchliche & religiöse Arbeit', 'Œuvres confessionnelles'],
  ['sports-and-recreation', 'Sports & recreation', 'Sport & Freizeit', 'Sports et loisirs'],
  ['science-and-research', 'Science & medical research', 'Wissenschaft & Forschung', 'Science et recherche'],
  ['philanthropy', 'Philanthropy & grant-making', 'Stiftungswesen & Förderung', 'Philanthropie et mécénat'],
  ['gender-equality', 'Women & gender equality', 'Frauen & Gleichstellung', 'Femmes et égalité'],
]);

const remoteOptions = orderedTermTable(1, [
  ['on-site', 'On-site', 'Vor Ort', 'Sur place'],
  ['hybrid', 'Hybrid', 'Hybrid', 'Hybride'],
  ['remote', 'Remote', 'Remote', 'À distance'],
]);

export const employmentTypes = orderedTermTable(101, [
  ['full-time', 'Full-time', 'Vollzeit', 'Temps plein'],
  ['part-time', 'Part-time', 'Teilzeit', 'Temps partiel'],
  ['contract', 'Contract', 'Befristet', 'Contrat à durée déterminée'],
  ['temporary', 'Temporary', 'Aushilfe', 'Remplacement temporaire'],
  ['internship', 'Internship', 'Praktikum', 'Stage'],
  ['volunteer', 'Volunteer', 'Ehrenamt', 'Bénévolat'],
  ['per-diem', 'Per diem', 'Auf Abruf', 'À la vacation'],
]);

const experienceLevels = orderedTermTable(401, [
  ['entry-level', 'Entry level', 'Berufseinstieg', 'Débutant·e'],
  ['1-2-years', '1–2 years', '1–2 Jahre', '1 à 2 ans'],
  ['3-5-years', '3–5 years', '3–5 Jahre', '3 à 5 ans'],
  ['6-10-years', '6–10 years', '6–10 Jahre', '6 à 10 ans'],
  ['10-plus-years', 'More than 10 years', 'Mehr als 10 Jahre', 'Plus de 10 ans'],
]);

const organizationSizes = orderedTermTable(701, [
  ['staff-1-10', '1–10 employees', '1–10 Mitarbeitende', '1 à 10 salarié·e·s'],
  ['staff-11-50', '11–50 employees', '11–50 Mitarbeitende', '11 à 50 salarié·e·s'],
  ['staff-51-200', '51–200 employees', '51–200 Mitarbeitende', '51 à 200 salarié·e·s'],
  ['staff-201-1000', '201–1,000 employees', '201–1.000 Mitarbeitende', '201 à 1 000 salarié·e·s'],
  ['staff-1000-plus', 'More than 1,000 employees', 'Mehr als 1.000 Mitarbeitende', 'Plus de 1 000 salarié·e·s'],
]);

const degreeLevels = orderedTermTable(501, [
  ['no-degree', 'No degree needed', 'Kein Abschluss erforderlich', 'Aucun diplôme exigé'],
  ['secondary-school', 'Secondary school', 'Schulabschluss', 'Études secondaires'],
  [
    'vocational-training',
    'Vocational training or college',
    'Berufsausbildung',
    'Formation professionnelle ou collégiale',
  ],
  ['bachelors-degree', 'Bachelor’s degree', 'Bachelor', 'Licence ou baccalauréat universitaire'],
  ['masters-degree', 'Master’s degree', 'Master', 'Master ou maîtrise'],
  ['doctorate', 'Doctorate', 'Promotion', 'Doctorat'],
]);

const fieldsOfStudy = termTable(801, [
  ['social-work-studies', 'Social work', 'Soziale Arbeit', 'Travail social'],
  ['nursing-studies', 'Nursing & health sciences', 'Pflege & Gesundheit', 'Sciences infirmières et santé'],
  ['psychology', 'Psychology', 'Psychologie', 'Psychologie'],
  ['education-studies', 'Education', 'Pädagogik', 'Sciences de l’éducation'],
  ['business-studies', 'Business & management', 'Betriebswirtschaft', 'Gestion et commerce'],
  ['accounting-studies', 'Accounting & finance', 'Rechnungswesen & Finanzen', 'Comptabilité et finance'],
  [
    'communication-studies',
    'Communication & journalism',
    'Kommunikation & Journalismus',
    'Communication et journalisme',
  ],
  ['computer-science', 'Computer science', 'Informatik', 'Informatique'],
  ['statistics', 'Mathematics & statistics', 'Mathematik & Statistik', 'Mathématiques et statistique'],
  ['law', 'Law', 'Rechtswissenschaft', 'Droit'],
  ['political-science', 'Political science', 'Politikwissenschaft', 'Science politique'],
  ['international-studies', 'International studies', 'Internationale Beziehungen', 'Relations internationales'],
  ['environmental-science', 'Environmental science', 'Umweltwissenschaften', 'Sciences de l’environnement'],
  ['public-health', 'Public health', 'Public Health', 'Santé publique'],
  ['humanities', 'Humanities', 'Geisteswissenschaften', 'Lettres et sciences humaines'],
  ['fine-arts', 'Fine arts & design', 'Kunst & Design', 'Arts et design'],
  ['languages', 'Languages & translation', 'Sprachen & Übersetzung', 'Langues et traduction'],
  ['theology', 'Theology', 'Theologie', 'Théologie'],
  ['trades-and-technology', 'Trades & technology', 'Handwerk & Technik', 'Métiers et technique'],
  ['hospitality', 'Hospitality & nutrition', 'Hauswirtschaft & Ernährung', 'Hôtellerie et nutrition'],
]);

/** Employment status of a person. */
const careerStatuses = orderedTermTable(901, [
  ['seeking-work', 'Looking for work now', 'Aktiv auf Stellensuche', 'En recherche active'],
  ['open-to-offers', 'Employed, open to offers', 'In Anstellung, offen für Angebote', 'En poste, à l’écoute'],
  ['career-starter', 'Starting out', 'Berufseinstieg', 'Premier emploi'],
  ['in-training', 'Student or trainee', 'In Studium oder Ausbildung', 'En études ou en formation'],
  ['career-change', 'Changing careers', 'Quereinstieg', 'En reconversion'],
  ['career-return', 'Returning after a break', 'Wiedereinstieg', 'Retour à l’emploi'],
]);

/** Language proficiency, in everyday words and the levels of the Common European Framework. */
const languageLevels = orderedTermTable(951, [
  ['level-basic', 'Basic (A1–A2)', 'Grundkenntnisse (A1–A2)', 'Notions (A1–A2)'],
  ['level-good', 'Good (B1–B2)', 'Gute Kenntnisse (B1–B2)', 'Intermédiaire (B1–B2)'],
  ['level-fluent', 'Fluent (C1–C2)', 'Verhandlungssicher (C1–C2)', 'Courant (C1–C2)'],
  ['level-native', 'Native', 'Erstsprache', 'Langue maternelle'],
]);

const benefits = termTable(601, [
  ['health-insurance', 'Extended health insurance', 'Krankenzusatzversicherung', 'Assurance santé complémentaire'],
  ['dental-and-vision', 'Dental & vision', 'Zahn- & Sehhilfenzuschuss', 'Soins dentaires et optiques'],
  ['pension', 'Pension plan', 'Betriebliche Altersvorsorge', 'Régime de retraite'],
  ['generous-leave', 'Generous annual leave', 'Mehr Urlaub', 'Congés supplémentaires'],
  ['flexible-hours', 'Flexible hours', 'Flexible Arbeitszeiten', 'Horaires flexibles'],
  ['working-from-home', 'Working from home', 'Homeoffice', 'Télétravail'],
  ['training-budget', 'Training budget', 'Fortbildungsbudget', 'Budget de formation'],
  ['parental-leave', 'Parental leave top-up', 'Zuschuss zur Elternzeit', 'Congé parental bonifié'],
  ['transit-pass', 'Transit pass', 'Jobticket', 'Titre de transport'],
  ['employee-assistance', 'Employee assistance', 'Mitarbeiterberatung & Supervision', 'Soutien psychologique'],
  ['sabbatical', 'Sabbatical', 'Sabbatical', 'Congé sabbatique'],
  ['four-day-week', 'Four-day week', 'Vier-Tage-Woche', 'Semaine de quatre jours'],
  ['volunteer-days', 'Paid volunteering days', 'Freie Tage fürs Ehrenamt', 'Journées de bénévolat payées'],
  ['childcare-support', 'Childcare support', 'Kinderbetreuungszuschuss', 'Aide à la garde d’enfants'],
  ['meals', 'Meals or meal vouchers', 'Verpflegung', 'Repas ou titres-restaurant'],
  ['bike-scheme', 'Bike scheme', 'Dienstrad', 'Vélo de fonction'],
]);

/** Annual gross pay in the currency of the job's country, for employers who do not state exact figures. */
const salaryRanges = orderedTermTable(1201, [
  ['salary-to-30', 'Up to 30,000 a year', 'Bis 30.000 im Jahr', 'Jusqu’à 30 000 par an'],
  ['salary-30-45', '30,000–45,000 a year', '30.000–45.000 im Jahr', '30 000 à 45 000 par an'],
  ['salary-45-60', '45,000–60,000 a year', '45.000–60.000 im Jahr', '45 000 à 60 000 par an'],
  ['salary-60-80', '60,000–80,000 a year', '60.000–80.000 im Jahr', '60 000 à 80 000 par an'],
  ['salary-80-100', '80,000–100,000 a year', '80.000–100.000 im Jahr', '80 000 à 100 000 par an'],
  ['salary-100-plus', 'More than 100,000 a year', 'Mehr als 100.000 im Jahr', 'Plus de 100 000 par an'],
]);

export const vocabularies: Record<VocabularyId, readonly VocabularyTerm[]> = {
  remote_options: remoteOptions,
  employment_type: employmentTypes,
  industry: industries,
  occupation: occupations,
  experience: experienceLevels,
  degree_level: degreeLevels,
  benefit: benefits,
  organization_size: organizationSizes,
  field_of_study: fieldsOfStudy,
  career_status: careerStatuses,
  language: spokenLanguages,
  language_level: languageLevels,
  skill: skills,
  salary_range: salaryRanges,
};
