import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { DESCRIPTION_LANGUAGES, type JobDescriptionRequest } from '#contract/job-form/job-description.js';

const MAX_TOKEN_LENGTH = 200;
const MAX_NAME_LENGTH = 60;
const MAX_FIELDS = 60;
const MAX_VALUES = 60;
/** Maximum length of an existing description. */
const MAX_VALUE_LENGTH = 200_000;

class FieldBody {
  @IsString() @MaxLength(MAX_NAME_LENGTH) name!: string;
  @IsArray()
  @ArrayMaxSize(MAX_VALUES)
  @IsString({ each: true })
  @MaxLength(MAX_VALUE_LENGTH, { each: true })
  values!: string[];
}

/** The data of a job for which a page requests a description. */
export class JobDescriptionBody implements JobDescriptionRequest {
  @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfToken!: string;
  @IsString() @MaxLength(MAX_NAME_LENGTH) locale!: string;
  @IsIn(DESCRIPTION_LANGUAGES) language!: string;
  @IsOptional() @IsString() @MaxLength(MAX_NAME_LENGTH) id?: string;
  @IsOptional() @IsString() @MaxLength(MAX_NAME_LENGTH) organizationId?: string;
  @IsArray() @ArrayMaxSize(MAX_FIELDS) @ValidateNested({ each: true }) @Type(() => FieldBody) fields!: FieldBody[];
}
