/** AUTH-01. */
export const BASE_PATH = '/api/auth';
export const SIGN_IN_PATH = `${BASE_PATH}/signin`;
export const AUTH_ERROR_PATH = `${BASE_PATH}/error`;
