/**
 * What the platform says of stores: what they lack, what their status does not allow, what DNS holds of their domains. They
 * stand apart from `messages.ts` because the console's pages are told them in answers.
 */
export const storeRuleMessages = {
  readiness: {
    organisation: 'The store belongs to no organisation.',
    admin: 'Nobody is named as first admin.',
    noTheme: 'No theme is chosen.',
    noColours: 'No colours are chosen.',
    theme: (status: string) => `The theme is ${status}; stores wear one that is published.`,
    contrast: (contrast: number, least: number) =>
      `Text on the primary colour has a contrast of ${(Math.floor(contrast * 100) / 100).toFixed(2)}; ${least} is the least.`,
    domain: {
      unverified: 'The own domain is not verified yet.',
      changed: 'The own domain was verified, but its DNS records are no longer right.',
      unanswered: 'DNS does not answer for the own domain right now.',
    },
    mail: 'Mail is not active.',
    payment: 'Payment is not active, so members cannot pay.',
    gift: 'No gift card provider is active.',
    defaultGroup: 'No member group is the default for new members.',
    members: 'The store has no members.',
  },
  /** What gets worse in stores by a change that reaches them. */
  worse: {
    contrast: 'Text on the primary colour gets too pale to read',
    readiness: 'Readiness falls',
  },
  status: {
    notFrom: (change: string, status: string) =>
      `${change} is not possible while the store is ${status.toLowerCase()}.`,
    held: (date: string) => `The store will be deleted on ${date}. Restore it first.`,
    alreadyHeld: (date: string) => `The store will already be deleted on ${date}.`,
    notHeld: 'The store is not about to be deleted.',
  },
  otherCode: (code: string) => `Type the code of this store: ${code}`,
  platformsDomain: (host: string) =>
    `Own domain must not be ${host} or a name below it: those are the subdomains of stores`,
  otherDomain: 'The own domain was changed meanwhile.',
  noDomain: 'This store has no own domain to verify.',
  dns: {
    missing: (type: string, name: string) => `There is no ${type} record at ${name}.`,
    noHost: (name: string) => `The name ${name} does not exist.`,
    other: (type: string, name: string) => `The ${type} record at ${name} has another value.`,
    timeout: 'DNS did not answer in time. Try again in a moment.',
    failed: 'DNS could not answer. Try again in a moment.',
  },
} as const
