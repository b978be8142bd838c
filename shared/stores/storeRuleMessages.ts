const failureReasons: Record<string, string> = {
  insufficient_funds: 'insufficient funds',
  authentication_required: 'a missing authentication',
  expired_card: 'an expired card',
  fraud_block: 'suspected fraud',
  gateway_error: 'an error of the gateway',
  configuration: 'a wrong configuration',
}
export const failureReason = (reason: string): string => failureReasons[reason] ?? reason

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** What the platform says of stores; apart from `messages.ts`, because pages are told it in answers. */
export const storeRuleMessages = {
  readiness: {
    organisation: 'The store belongs to no organization.',
    admin: 'Nobody is named as first admin.',
    noTheme: 'No theme is chosen.',
    noColours: 'No colors are chosen.',
    theme: (status: string) => `The theme is ${status}; stores wear one that is published.`,
    contrast: (contrast: number, least: number) =>
      `Text on the primary color has a contrast of ${(Math.floor(contrast * 100) / 100).toFixed(2)}; ${least} is the least.`,
    domain: {
      unverified: 'The own domain is not verified yet.',
      changed: 'The own domain was verified, but its DNS records are no longer right.',
    },
    mail: 'Mail is not active.',
    payment: 'Payment is not active, so members cannot pay.',
    testCards:
      'Members pay with test cards only. Switch the payment setup to live mode before real orders.',
    gift: 'No gift card provider is active.',
    degraded: (cause: string | null, fix: string) =>
      `${cause === null ? 'Its last test did not pass and gave no reason.' : sentence(cause)} ${fix}`,
    refused: (
      {
        failed,
        orders,
        reason,
        code,
      }: { failed: number; orders: number; reason?: string; code?: string },
      fix: string,
    ) =>
      `${failed} payments failed in 7 days, beside ${orders} orders${
        reason === undefined ? '' : `; most for ${failureReason(reason)}${code ? ` (${code})` : ''}`
      }. ${fix}`,
    fixes: {
      mail: 'Check server and sign-in of the mail settings, then test them.',
      signOn: 'Check certificate and addresses of the sign-on, then test it.',
      payment: 'Check account and keys of the payment setup, then test it.',
      gift: 'Check balance and key of the gift card setup, then test it.',
      print: 'Check key and webhook of the print setup, then test it.',
    },
    defaultGroup: 'No member group is the default for new members.',
    members: 'The store has no members.',
  },
  worse: {
    contrast: 'Text on the primary color gets too pale to read',
    readiness: 'Readiness falls',
  },
  status: {
    notFrom: (change: string, status: string) =>
      `${change} is not possible while the store is ${status.toLowerCase()}.`,
    held: (date: string) => `The store will be deleted on ${date}. Restore it first.`,
    alreadyHeld: (date: string) => `The store will already be deleted on ${date}.`,
    noStatusToUndo: 'The last change of the store was none of its status.',
    notHeld: 'The store is not about to be deleted.',
  },
  duplicate: {
    mayNot: (right: string) =>
      `Taking the member groups over needs the permission ${right}, which your account does not have. Leave the member groups out.`,
    group: (name: string, why: string) =>
      `The member group ${name} cannot be taken over: ${sentence(why)} Change it there, or leave the member groups out.`,
  },
  mostFailed: (reason: string, code: string) =>
    `Most payments of that time failed for ${failureReason(reason)} (${code}).`,
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
