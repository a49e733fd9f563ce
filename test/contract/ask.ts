import { FRONTEND_HEADER } from '#contract/backend/graphql-over-http.js';
import { DEMO_PASSWORD } from '../support/products.mjs';

/** Site that the contract tests use. */
export const site = 'default';

/** Sends one operation of the specification's table (point 7), which every client of the contract may send. */
export async function ask<T>(operationName: string, query: string, variables: object = {}, jwt?: string): Promise<T> {
  const response = await fetch(`${process.env.TEST_BACKEND!}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      [FRONTEND_HEADER]: `${site}; locale=en`,
      ...(jwt && { Authorization: `Bearer ${jwt}` }),
    },
    body: JSON.stringify({ operationName, query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: T; errors?: { message: string }[] };
  if (!data) throw new Error(errors?.[0]?.message ?? 'no data');
  expect(errors).toBeUndefined();
  return data;
}

export const LOGIN = `mutation JwtToken($email: String!, $password: String!, $anonymousUserToken: String) {
  JwtToken: userLogin(email: $email, password: $password, anonymousUserToken: $anonymousUserToken) {
    jwt
    errors { message }
  }
}`;
export type Login = { JwtToken: { jwt: string | null; errors: { message: string }[] } };

/** @returns the session token of a demo account */
export async function logIn(role: string): Promise<string> {
  const email = `${role}@demo.causeboard.test`;
  const { JwtToken } = await ask<Login>('JwtToken', LOGIN, { email, password: DEMO_PASSWORD });
  expect(JwtToken).toEqual({ jwt: expect.any(String) as string, errors: [] });
  return JwtToken.jwt!;
}
