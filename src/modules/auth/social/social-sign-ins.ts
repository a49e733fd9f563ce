import type { Provider } from '@nestjs/common';
import { readSocialSettings } from '../../../common/social-settings.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import { GraphqlClient } from '../../graphql-client/index.js';
import { FlowCookies } from '../cookies/flow-cookies.js';
import { OAUTH_PROVIDERS, type OauthProvider } from '../protocol/provider.js';
import { SessionReader } from '../session/session-reader.js';
import { AssertionSigner } from './assertion-signer.js';
import { SocialSignIn } from './social-sign-in.js';

/** The providers that are set up. */
export const socialSignIns: Provider = {
  provide: OAUTH_PROVIDERS,
  inject: [SETTINGS, FlowCookies, SessionReader, AssertionSigner, GraphqlClient],
  useFactory: (
    settings: Settings,
    flow: FlowCookies,
    sessions: SessionReader,
    signer: AssertionSigner,
    client: GraphqlClient,
  ): OauthProvider[] =>
    readSocialSettings(settings).map((each) => new SocialSignIn(each, { flow, sessions, signer, client })),
};
