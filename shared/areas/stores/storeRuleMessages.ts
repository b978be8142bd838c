import { formatNumber } from '#shared/format/numbers.ts'

const failureReasonTexts: Record<string, string> = {
  insufficient_funds: 'insufficient funds',
  authentication_required: 'missing authentication',
  expired_card: 'an expired card',
  fraud_block: 'suspected fraud',
  gateway_error: 'a gateway error',
  configuration: 'a setup error',
}
const formatFailureReason = (reason: string): string => failureReasonTexts[reason] ?? reason

const toSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const formatPaymentCount = (count: number) =>
  count === 1 ? '1 payment' : `${formatNumber(count)} payments`
const formatOrderCount = (count: number) =>
  count === 1 ? '1 order' : `${formatNumber(count)} orders`

/** A reason with the provider's code, if there is one: "an expired card (54)". */
const formatReasonWithCode = (reason: string, code: string | undefined) =>
  code ? `${formatFailureReason(reason)} (${code})` : formatFailureReason(reason)

/**
 * The platform's texts about stores. They aren't in `messages.ts` because pages get them in API
 * responses.
 */
export const storeRuleMessages = {
  readiness: {
    organisation: 'The store has no organization.',
    admin: "The store doesn't have an admin yet.",
    noTheme: 'The store has no theme.',
    noColours: 'The store needs a primary color and a text color.',
    theme: (status: string) => `The theme is ${status}. Choose a published theme.`,
    contrast: (contrast: number, minContrast: number) =>
      `Text on the primary color has a contrast of ${(Math.floor(contrast * 100) / 100).toFixed(2)}. The minimum is ${minContrast}.`,
    domain: {
      unverified: "The custom domain isn't verified yet.",
      changed: 'The custom domain was verified, but its DNS records have changed.',
    },
    mail: "Email isn't active.",
    payment: "Payment isn't active, so members can't pay.",
    testCards:
      'Members can pay only with test cards. Switch the payment setup to live mode before you accept real orders.',
    gift: 'No gift card setup is active.',
    degraded: (cause: string, fix: string) => `${toSentence(cause)} ${fix}`,
    degradedWithoutCause: (advice: string) =>
      `The last test failed without giving a reason. ${advice}`,
    refused: (
      {
        failed,
        orders,
        reason,
        code,
      }: { failed: number; orders: number; reason?: string; code?: string },
      advice: string,
    ) =>
      reason === undefined
        ? `In the last 7 days, ${formatPaymentCount(failed)} failed and ${formatOrderCount(orders)} came in. ${advice}`
        : `In the last 7 days, ${formatPaymentCount(failed)} failed and ${formatOrderCount(orders)} came in. The most common cause was ${formatReasonWithCode(reason, code)}. ${advice}`,
    /** Used where the cause isn't known. */
    advice: {
      mail: 'Check the server and credentials in the SMTP settings, then test and activate them.',
      signOn: 'Check the certificate and URLs in the SSO setup, then test and activate it.',
      payment: 'Check the account and keys in the payment setup, then test and activate it.',
      gift: 'Check the balance and API key in the gift card setup, then test and activate it.',
      print: 'Check the token and webhook in the print-on-demand setup, then test and activate it.',
    },
    /** Used after a cause, which often says what to check. */
    fixes: {
      mail: "Once that's fixed, test and activate the SMTP settings.",
      signOn: "Once that's fixed, test and activate the SSO setup.",
      payment: "Once that's fixed, test and activate the payment setup.",
      gift: "Once that's fixed, test and activate the gift card setup.",
      print: "Once that's fixed, test and activate the print-on-demand setup.",
    },
    defaultGroup: 'The store has no default member group.',
    members: 'The store has no members.',
  },
  worse: {
    contrast: 'Text on the primary color becomes hard to read',
    readiness: 'Readiness goes down',
  },
  status: {
    notFrom: (change: string, status: string) =>
      `You can't choose "${change}" while the store's status is ${status}.`,
    held: (date: string) => `The store will be deleted on ${date}. Restore it first.`,
    alreadyHeld: (date: string) => `The store is already scheduled to be deleted on ${date}.`,
    noStatusToUndo:
      "The store's last change wasn't a status change, so there's no status change to undo.",
    notHeld: "The store isn't scheduled to be deleted.",
  },
  duplicate: {
    mayNot: (permission: string) =>
      `You need the permission ${permission} to copy member groups. To continue, leave them out.`,
    group: (name: string, reason: string) =>
      `We can't copy the member group ${name}: ${toSentence(reason)} Change that group, or leave the member groups out.`,
  },
  mostFailed: (reason: string, code: string) =>
    `The most common cause of failed payments at that time was ${formatFailureReason(reason)} (${code}).`,
  otherCode: (code: string) => `Enter this store's code: ${code}`,
  platformsDomain: (host: string) =>
    `Custom domain can't be ${host} or one of its subdomains, because the platform assigns them.`,
  otherDomain: 'The custom domain has changed. Reload the page.',
  noDomain: 'This store has no custom domain to verify.',
  dns: {
    missing: (type: string, name: string) => `We found no ${type} record at ${name}.`,
    noHost: (name: string) => `The domain name ${name} doesn't exist.`,
    other: (type: string, name: string) =>
      `The ${type} record at ${name} doesn't have the expected value.`,
    timeout: "DNS didn't respond in time. Try again in a moment.",
    failed: 'DNS returned an error. Try again in a moment.',
  },
} as const
