import { IsBoolean, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Transform, Type } from 'class-transformer';

const MAX_TOKEN_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 8192;
const MAX_TEXT_LENGTH = 1000;
/** Of a jwt or a login ticket, which holds one. */
const MAX_JWT_LENGTH = 8192;

/** What every form of the protocol holds. */
export class ProtocolBody {
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfToken?: string;
  @IsOptional() @IsString() @MaxLength(MAX_ADDRESS_LENGTH) callbackUrl?: string;
  /** `true`: the answer is `{ url }` instead of a redirect. */
  @IsOptional() @IsString() json?: string;
}

/** E-mail and password, or the jwt that a login gave. */
export class CredentialsBody extends ProtocolBody {
  @IsOptional() @IsString() @MaxLength(MAX_TEXT_LENGTH) email?: string;
  @IsOptional() @IsString() @MaxLength(MAX_TEXT_LENGTH) password?: string;
  @IsOptional() @IsString() @MaxLength(MAX_JWT_LENGTH) jwt?: string;
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) anonymousUserToken?: string;
}

/** Of a way in by another site; the client library passes on whatever it is given. */
export class SignInBody extends ProtocolBody {
  /** Of an account that is made: the one that somebody wanted to register as. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) role?: string;
  /** Of the text that stood beside the button, which is agreed to. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) consentRevisionId?: string;
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) anonymousUserToken?: string;
  /** `on`: connects the other site to the account of who is logged in. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) link?: string;
}

/** All that a page may change about its session. */
class SessionUpdate {
  @IsOptional() @IsBoolean() isNewUserViaSocial?: boolean;
}

export class UpdateBody {
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfToken?: string;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => SessionUpdate) data?: SessionUpdate;
}

const MAX_REPORTED_LENGTH = 500;

/** A report is never refused, because nobody would learn of it: what is no text is left out, and the rest is one short line. */
const Reported = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.slice(0, MAX_REPORTED_LENGTH).replace(/\p{Cc}+/gu, ' ') : undefined,
  );

/** What a browser reports. */
export class LogBody {
  @Reported() @IsOptional() @IsString() level?: string;
  @Reported() @IsOptional() @IsString() code?: string;
  @Reported() @IsOptional() @IsString() message?: string;
  @Reported() @IsOptional() @IsString() url?: string;
}
