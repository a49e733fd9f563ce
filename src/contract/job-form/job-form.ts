/** How a job is given: written with the form, as a link to where it is written, or as a file. */
export const JOB_TYPES = ['job_per_template', 'job_per_link', 'job_per_file'] as const;
export type JobType = (typeof JOB_TYPES)[number];

/** The steps of the job's form, in their order; the last one shows it as its page will. */
export const JOB_FORM_STEPS = ['job', 'company', 'categories', 'schedule', 'application', 'preview'] as const;
export type JobFormStep = (typeof JOB_FORM_STEPS)[number];

export type FieldType =
  | 'text'
  | 'rich_text'
  | 'url'
  | 'email'
  | 'term'
  | 'choice'
  | 'country'
  | 'date'
  | 'number'
  /** One entry a line. */
  | 'lines'
  | 'boolean'
  | 'file';

/** A field of a form: everything that sites may want otherwise. */
export interface FieldDefinition {
  name: string;
  type: FieldType;
  step: JobFormStep;
  required: boolean;
  multiple: boolean;
  /** Where it is multiple; undefined: any number. */
  maxNumItems?: number;
  isHidden: boolean;
  /** Lighter ones stand above. */
  weight: number;
  settings: { vocabulary?: string; maxLength?: number; choices?: readonly string[] };
}

/** What a site wants otherwise of a field. */
export type FieldOverride = Partial<
  Pick<FieldDefinition, 'step' | 'required' | 'multiple' | 'maxNumItems' | 'isHidden' | 'weight'>
>;

/** What a site decides about jobs and their form. */
export interface JobRules {
  types: readonly JobType[];
  /** Somebody of the site looks at each job before it is published. */
  review: boolean;
  /** For how many days a job is shown, where its form does not say. */
  days: number;
  /** The field `cvDuration` is asked for. */
  cvDuration: boolean;
  /** The field `fieldsOfStudy` is asked for. */
  fieldsOfStudy: boolean;
  fields: Readonly<Partial<Record<string, FieldOverride>>>;
}

export const DEFAULT_JOB_RULES: JobRules = {
  types: JOB_TYPES,
  review: false,
  days: 30,
  cvDuration: false,
  fieldsOfStudy: false,
  fields: {},
};

/** What a form holds, by field, as it was typed. */
export type FieldValues = Readonly<Record<string, readonly string[]>>;
