/** Why the console rejects a request before processing it. */
export const rejectionMessages = {
  malformed: {
    host: 'The Host header of this request is malformed.',
    transferEncoding: 'The Transfer-Encoding header of this request is malformed.',
    target: 'The URL of this request is malformed.',
  },
  methodNotAllowed: "This URL doesn't support the request's method.",
  foreignOrigin: 'This request came from another site, so nothing was changed.',
  contentTypes: (types: string) => `Send the request body as ${types}.`,
  tooLarge: 'The request is larger than the console accepts.',
  slowBody: "The request didn't arrive in time. Send it again.",
  brokenForm:
    'We received only part of the form, so nothing was saved. Fill it in and send it again.',
  tooManyFields: 'This form has more than 3,000 fields, so nothing was saved.',
  signedOut: "You're not signed in. Sign in, then try again.",
  notThroughApi: (path: string) => `Send this as a form to ${path}.`,
  notJson: "The request's body isn't valid JSON.",
  notValid: 'Correct the marked fields, then try again.',
  notCredentials: 'The body must contain idToken and nonce.',
  noAsset: "This file doesn't exist. The console may have been updated, so reload the page.",
  unexpectedStatus: (status: number) => `The platform returned status ${status}.`,
} as const
