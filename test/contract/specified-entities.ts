/** An entity of specification point 3 with its fields, and its type in the contract. */
export interface SpecifiedEntity {
  entity: string;
  /** Type in the contract: an object, an input or an interface. */
  type: string;
  /** In the form of a GraphQL selection, even if the type is an input. */
  fields: string;
}

const ADDRESS = 'countryCode addressLine1 addressLine2 administrativeArea locality zip';
const TERM = '{ tid label }';

/** Entities that the contract returns. */
export const OUTPUT_ENTITIES: readonly SpecifiedEntity[] = [
  {
    entity: 'User',
    type: 'User',
    fields: `id name email displayName firstName lastName roles { targetId } emailVerified organization { id name ownerId }
      isUserApprovedAndVerified isEligibleForJobApply activeOrganization { id }`,
  },
  { entity: 'Session', type: 'Session', fields: 'jwt masqueraded isNewUserViaSocial' },
  { entity: 'Login result', type: 'JwtToken', fields: 'jwt errors { message }' },
  {
    entity: 'User context',
    type: 'UserContext',
    fields: `user { id } authenticated masqueraded currentOrganizationProfile { id } updatableOrganizationProfiles { id }
      credits { data { amount } loading error } userSubscriptions { data { id } loading error total }`,
  },
  {
    entity: 'Organization profile (list)',
    type: 'OrganizationProfile',
    fields: `id name presentation industry ${TERM} benefits ${TERM} organization { id } url { path } urlNoPrefix logo { url alt title }`,
  },
  {
    entity: 'Organization profile: account personal info and company info',
    type: 'EditedOrganization',
    fields: `accountPersonalInfo { salutation firstName lastName phone position } companyInfo { name address { ${ADDRESS} } }`,
  },
  {
    entity: 'Organization profile: organization info, about us and benefits',
    type: 'OrganizationProfile',
    fields: `name alternativeName logo { url } cover { url } organizationLocation { ${ADDRESS} } website
      socialProfiles { network url } presentation industry ${TERM} size ${TERM} occupation ${TERM} fieldsOfStudy ${TERM}
      benefits ${TERM}`,
  },
  {
    entity: 'Organization profile: other groups',
    type: 'OrganizationProfile',
    fields: `contactPersons { salutation firstName lastName photo { url } email position phone linkedinProfile contactInfo }
      gallery { url } videoGallery { cover { url } coverTitle source }
      furtherLocations { name address { countryCode addressLine1 locality zip } } faq { question answer } attachments { name url }
      cvFocusOfOrganization cvFunctionalDepartment cvJobRole ${TERM} cvIndustry ${TERM}`,
  },
  {
    entity: 'Job',
    type: 'Job',
    fields: `title linkUrl file { name url } description availabilityPeriod videoUrl
      organization { id } organizationAssignment logo { url } address { ${ADDRESS} } remoteOptions ${TERM}
      employmentType ${TERM} occupationalField ${TERM} fieldsOfStudy ${TERM} degreeLevel ${TERM} yearsOfExperience ${TERM}
      salaryRange ${TERM} salaryRangeFree { minSalary maxSalary currencyCode salaryUnit } languages ${TERM} languagesFree
      skills ${TERM} skillsFree published expiration duration cvDuration
      applicationWorkflow applicationEmails applicationLink applicationRequireCv applicationRequireCoverLetter
      applicationRequireQualifyingQuestions applicationQualifyingQuestions { id text required }`,
  },
  {
    entity: 'Job application, as the employer gets it',
    type: 'ReceivedApplication',
    fields: 'firstName lastName emailAddress coverLetter attachments { name url }',
  },
  {
    entity: 'Job application, as the applicant sees it',
    type: 'OwnApplication',
    fields: 'firstName lastName emailAddress coverLetter attachments { name url }',
  },
  {
    entity: 'Contact form',
    type: 'ContactMessage',
    fields: 'id name email subject body copy attachments { name }',
  },
  { entity: 'Credit balance', type: 'CreditBalance', fields: 'amount label organizationName type frontend' },
  {
    entity: 'Subscription',
    type: 'Subscription',
    fields: `id startDate endDate label organizationName availableJobSlots usageResumeContactSlots { active available total }
      status { label value } type frontend product { id name } absoluteUrl`,
  },
  { entity: 'App config entry', type: 'AppConfigEntry', fields: 'name key value' },
  { entity: 'Menu item', type: 'MenuItem', fields: 'title url { path } class target' },
  {
    entity: 'Social sign-in settings',
    type: 'SocialSignInSettings',
    fields: 'google linkedin facebook order colouredIcons',
  },
  { entity: 'Job list sort options', type: 'SortOption', fields: 'code field value' },
];

/** Entities that the contract accepts. */
export const INPUT_ENTITIES: readonly SpecifiedEntity[] = [
  {
    entity: 'Job application',
    type: 'ApplicationInput',
    fields: 'firstName lastName emailAddress coverLetter attachments',
  },
  { entity: 'Contact form', type: 'ContactMessageInput', fields: 'name email subject body copy attachments' },
  { entity: 'Search request: facets', type: 'FacetInput', fields: 'field limit operator min_count missing' },
  {
    entity: 'Search request: conditions',
    type: 'ConditionGroupInput',
    fields:
      'conjunction conditions { operator name value } groups { conjunction tags conditions { operator name value } }',
  },
  { entity: 'Search request: full text', type: 'FulltextInput', fields: 'keys' },
  {
    entity: 'Search request: place',
    type: 'GeoLocationInput',
    fields: 'label country administrativeArea lat lon radius locationType',
  },
  { entity: 'Search request: range', type: 'RangeInput', fields: 'first last' },
  { entity: 'Search request: sorts', type: 'SortInput', fields: 'field value' },
];

/** Names that the server uses for fields of a resume, by group of the contract; the contract uses the client's names. */
export const RESUME_GROUPS: Readonly<Record<string, { type: string; fields: Readonly<Record<string, string>> }>> = {
  personalInfo: {
    type: 'ResumePersonalInfo',
    fields: {
      salutation: 'field_resume_salutation',
      picture: 'field_resume_photo',
      firstName: 'resume_firstname',
      lastName: 'resume_lastname',
      phone: 'field_resume_phone',
      birthday: 'field_resume_birthday',
      homeLocation: 'field_resume_home_location',
      about: 'field_resume_about_me',
    },
  },
  jobPreferences: {
    type: 'ResumeJobPreferences',
    fields: {
      title: 'field_resume_title',
      desiredOccupation: 'field_resume_job_pref_occupation',
      employmentType: 'field_resume_employment_type',
      desiredLocation: 'field_resume_pref_location',
      desiredSalary: 'field_resume_pref_salary_range',
      careerStatus: 'field_resume_career_status',
      availableStart: 'field_resume_job_availability',
      availabilityPeriods: 'field_resume_availability_period',
    },
  },
  education: {
    type: 'ResumeEducation',
    fields: {
      id: '',
      institution: 'field_resume_edu_institution',
      degreeLevel: 'degree_level',
      fieldOfStudy: 'field_of_study',
      studyProgram: 'study_program',
      location: 'location',
      timePeriod: 'time_period',
      summary: 'summary',
    },
  },
  workExperience: {
    type: 'ResumeWorkExperience',
    fields: {
      id: '',
      jobTitle: 'field_resume_xp_job_title',
      occupation: 'occupation_field',
      employmentType: 'employment_type',
      companyName: 'company',
      location: 'location',
      timePeriod: 'time_period',
      summary: 'summary',
    },
  },
  languages: {
    type: 'ResumeLanguages',
    fields: {
      languages: 'field_resume_languages',
      languagesFree: 'languages_free',
      languageNotes: 'languages_notes',
    },
  },
  skills: {
    type: 'ResumeSkills',
    fields: { skills: 'field_resume_skills', skillsFree: 'skills_free', skillsNotes: 'skills_notes' },
  },
};
