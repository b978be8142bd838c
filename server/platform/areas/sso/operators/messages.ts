/** Texts about sign-in providers of operators. */
export const providerMessages = {
  everyPermission:
    'A sign-in provider can sign in as any operator. Ask an operator who has every permission to set it up.',
  builtInGroup: (group: string) =>
    `${group} is built in, so no provider can add users to it. Choose another group.`,
  impact: {
    disabled:
      'Operators can no longer sign in with this provider. Make sure that they have another way to sign in.',
    changed:
      "After you save, operators can't sign in with this provider until you test and activate the new settings.",
    stillFailing:
      "Operators can't sign in with this provider until you test and activate the new settings.",
  },
  failing: (name: string) => `Sign-in with ${name} is failing`,
  notFound: 'sign-in provider',
  body: 'The body must contain search and browser.',
  tooMany: 'Too many sign-ins were started from your network. Try again in a minute.',
} as const

/** Results of a test sign-in. */
export const providerTestMessages = {
  signInStep: 'Signature, audience, and claims are valid',
  wouldSignIn: (email: string, strength: string) =>
    `A real sign-in would sign in ${email}. ${strength}`,
  wouldCreate: (email: string, groups: readonly string[], strength: string) =>
    `A real sign-in would create an account for ${email} with these groups: ${groups.join(', ')}. ${strength}`,
  counts: 'This sign-in counts as a second factor.',
  asks: 'If the account has a second factor, we still ask for it.',
} as const

/** Why a provider's answer signs no one in, for the log and for test sign-ins. */
export const providerOutcomes = {
  notActive: "The provider isn't active. Test and activate it.",
  unverified: (email: string) =>
    `The provider doesn't say that ${email} is verified. Set up the provider to send email_verified, or trust its addresses.`,
  noEmail: 'The provider sent no email address. Allow the email scope at the provider.',
  otherDomain: (email: string) =>
    `${email} isn't in one of the provider's email domains. Add its domain, or invite another address.`,
  unknown: (email: string) =>
    `${email} has no account, and no group rule matches. Invite this operator, or add a rule.`,
  inactive: (email: string) => `The account ${email} isn't an active operator.`,
  otherAccount: (email: string) =>
    `${email} is linked to another account at this provider. Ask an admin to change the user's email address.`,
} as const
