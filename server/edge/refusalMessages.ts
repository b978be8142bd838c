/** What the server says of a request that it does not take. */
export const refusalMessages = {
  malformed: (what: string) => `The ${what} of this request is malformed.`,
  method: 'Nothing here answers this method.',
  foreign: 'This request came from another site, so nothing was changed.',
  type: (types: string) => `This takes ${types}.`,
  tooLarge: 'This is larger than what the console takes.',
  slowBody: 'What was sent did not arrive in time. Send it again.',
  brokenForm: 'The form arrived broken, so nothing was saved. Fill it in and send it again.',
  signedOut: 'You are not signed in. Sign in, then do this again.',
  notJson: 'This is not valid JSON.',
  invalid: 'Some of this is not right.',
  noAsset: 'There is no such file. Perhaps the console was updated.',
} as const
