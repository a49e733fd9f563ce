import { IsBoolean, IsObject, IsOptional, IsString, MaxLength, ValidateNested } from 'class-validator';
import { Transform, Type } from 'class-transformer';

const MAX_TOKEN_LENGTH = 200;
const MAX_ADDRESS_LENGTH = 8192;
const MAX_TEXT_LENGTH = 1000;
/** Maximum length of a jwt, or of a login ticket, which contains one. */
const MAX_JWT_LENGTH = 8192;

/** Fields of every form of the protocol. */
export class ProtocolBody {
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfToken?: string;
  @IsOptional() @IsString() @MaxLength(MAX_ADDRESS_LENGTH) callbackUrl?: string;
  /** `true`: the response is `{ url }` instead of a redirect. */
  @IsOptional() @IsString() json?: string;
}

/** Email and password, or the jwt returned by a login. */
export class CredentialsBody extends ProtocolBody {
  @IsOptional() @IsString() @MaxLength(MAX_TEXT_LENGTH) email?: string;
  @IsOptional() @IsString() @MaxLength(MAX_TEXT_LENGTH) password?: string;
  @IsOptional() @IsString() @MaxLength(MAX_JWT_LENGTH) jwt?: string;
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) anonymousUserToken?: string;
}

/** Options of a sign-in with a provider; the client library passes on any options it is given. */
export class SignInBody extends ProtocolBody {
  /** Role that the user chose to register with, for an account that has to be created. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) role?: string;
  /** Revision of the consent text next to the button; using the button agrees to it. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) consentRevisionId?: string;
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) anonymousUserToken?: string;
  /** `on`: connects the provider to the account of the logged-in user. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) link?: string;
  /** Mark of the account whose page connects the provider. */
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfAccount?: string;
}

/** The part of a session that a page may change. */
class SessionUpdate {
  @IsOptional() @IsBoolean() isNewUserViaSocial?: boolean;
}

export class UpdateBody {
  @IsOptional() @IsString() @MaxLength(MAX_TOKEN_LENGTH) csrfToken?: string;
  @IsOptional() @IsObject() @ValidateNested() @Type(() => SessionUpdate) data?: SessionUpdate;
}

const MAX_REPORTED_LENGTH = 500;

/**
 * A report is never rejected, because nobody would notice: values that are not strings are dropped, and the rest is shortened to one line.
 */
const Reported = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? value.slice(0, MAX_REPORTED_LENGTH).replace(/\p{Cc}+/gu, ' ') : undefined,
  );

/** An error report of a browser. */
export class LogBody {
  @Reported() @IsOptional() @IsString() level?: string;
  @Reported() @IsOptional() @IsString() code?: string;
  @Reported() @IsOptional() @IsString() message?: string;
  @Reported() @IsOptional() @IsString() url?: string;
}
