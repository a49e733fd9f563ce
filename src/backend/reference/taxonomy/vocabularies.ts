import { benefits } from './benefits.js';
import { careerStatuses, languageLevels } from './careers.js';
import { degreeLevels, fieldsOfStudy } from './education.js';
import { employmentTypes, experienceLevels, organizationSizes, remoteOptions } from './employment.js';
import { industries } from './industries.js';
import { occupations } from './occupations.js';
import { skills } from './skills.js';
import { spokenLanguages } from './spoken-languages.js';
import type { VocabularyId, VocabularyTerm } from './vocabulary.js';

export type { VocabularyId, VocabularyTerm } from './vocabulary.js';

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
};
