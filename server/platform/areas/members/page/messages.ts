/** Texts of the calls of a member's page. */
export const memberPageCallMessages = {
  notCursor: '"after" isn\'t a cursor of this list. Use "next" from another response.',
  notKind: '"kind" isn\'t a kind of entry.',
  hiddenKind: (kind: string) =>
    `Your permissions don't include this kind of entry: ${kind}. Ask an admin for access.`,
  alreadySuspended: 'This member is already suspended. Reload the page.',
  alreadyActive: 'This member is already active. Reload the page.',
  isSuspended: "This member is suspended. Reactivate the member on the member's page.",
  notFormat: '"format" must be json or csv.',
  leftOut: "Left out: your permissions don't include this kind of entry.",
  isErased: "This member's personal data was erased, so the member can't be changed.",
  alreadyErased: "This member's personal data is already erased. Reload the page.",
  otherEmail: "Enter the member's email.",
  giftCardWaits:
    "A gift card for this member is waiting to be sent. Erase the member after it's sent or fails.",
  emailErased: 'The member was erased before the email was sent.',
  erasedName: 'Erased member',
  inviteInactive: 'This member is inactive. Reactivate the member first.',
  inviteStore: "The member's store isn't active. Activate the store first.",
  signInBody:
    'Send "storeId", "email", "method" (password, sso, or link), and "failure" (the reason, or null).',
} as const

const addReason = (sentence: string, reason: string | null) =>
  reason ? `${sentence}: ${reason}` : `${sentence}.`

/** The results of the checks of a member's sign-in. */
export const signInCheckMessages = {
  nothing: (name: string) => `Nothing prevents ${name} from signing in.`,
  passed: {
    account: 'The member is active.',
    store: (name: string) => `${name} is active.`,
    anyDomain: 'The store allows every email domain.',
    domain: (domain: string) => `The store allows ${domain}.`,
    sso: 'Mobile SSO works.',
    lastSignIn: (time: string) => `The last sign-in worked (${time}).`,
    lockout: 'No locked account has this email address.',
    email: (time: string) => `The last email was delivered (${time}).`,
  },
  failed: {
    suspended: (time: string, reason: string) =>
      `The member has been suspended since ${time}: ${reason}`,
    inactive: 'The member is inactive.',
    erased: "The member's personal data was erased, so the member can't sign in again.",
    noStore: "The member doesn't belong to a store.",
    store: (name: string, status: string, reason: string | null) =>
      addReason(
        status === 'maintenance' ? `${name} is in maintenance` : `${name} is ${status}`,
        reason,
      ),
    domain: (domain: string, allowed: readonly string[]) =>
      `The store doesn't allow ${domain}, only ${allowed.join(', ')}.`,
    ssoDegraded: (problem: string | null) => addReason('Mobile SSO stopped working', problem),
    ssoState: (state: string) =>
      state === 'disabled' ? 'Mobile SSO is disabled.' : "Mobile SSO isn't active yet.",
    lastSignIn: (time: string, cause: string | null) =>
      addReason(`The last sign-in failed (${time})`, cause),
    locked: (reason: string | null) =>
      addReason('An account with this email address is locked', reason),
    mailState: (state: string) =>
      state === 'degraded'
        ? "The store's email stopped working, so the member gets no emails."
        : "The store's email isn't active, so the member gets no emails.",
    email: (time: string, problem: string | null) =>
      addReason(`The last email wasn't delivered (${time})`, problem),
  },
  skipped: {
    sso: "The store doesn't use mobile SSO.",
    lastSignIn: "The store hasn't reported a sign-in by this member.",
    hiddenAccount: "Your permissions don't include accounts, so lockouts weren't checked.",
    email: 'No email has been sent to this address yet.',
    emailWaits: (time: string) => `The last email is waiting to be sent (${time}).`,
  },
} as const

const periodNames = { month: 'this month', quarter: 'this quarter', year: 'this year' } as const
type Period = keyof typeof periodNames

/** The results of the check for missing credits. */
export const creditCheckMessages = {
  nothing: (name: string) => `${name} isn't missing any credits.`,
  passed: {
    noGroup: 'This member is in no group, so no credit program applies.',
    noProgram: (group: string) => `The group ${group} has no credit program.`,
    program: (group: string, amount: string, time: string) =>
      `The credit program of ${group} issued ${amount} (${time}).`,
    requests: 'No credit request is waiting for approval.',
    refunds: 'No refund as credits is waiting for approval.',
    orders: 'No credits were spent on canceled orders.',
    expired: 'No credits expired in the last 12 months.',
    reversed: 'No credits were reversed in the last 12 months.',
    adjusted: 'No credits were debited in the last 12 months.',
    redeemed: 'No credits were redeemed in the last 12 months.',
  },
  missing: {
    inactive: (group: string, amount: string, period: Period) =>
      `The credit program of ${group} didn't issue ${amount} ${periodNames[period]}, because the member isn't active.`,
    unit: (group: string, unit: string, own: string) =>
      `The credit program of ${group} issues ${unit}, but the store's credits are in ${own}.`,
    programWaits: (group: string, amount: string, period: Period) =>
      `The credit program of ${group} hasn't issued ${amount} ${periodNames[period]}, because it's waiting for a second operator's approval.`,
    notIssuedYet: (group: string, amount: string, period: Period) =>
      `The credit program of ${group} hasn't issued ${amount} ${periodNames[period]} yet. Programs issue credits every hour.`,
    requests: (count: number, amount: string) =>
      count === 1
        ? `A credit request for ${amount} is waiting for approval.`
        : `${count} credit requests for ${amount} in total are waiting for approval.`,
    refunds: (count: number, amount: string) =>
      count === 1
        ? `A refund of ${amount} as credits is waiting for approval.`
        : `${count} refunds of ${amount} in total as credits are waiting for approval.`,
    orders: (count: number, amount: string, order: string) =>
      count === 1
        ? `${amount} spent on order ${order} weren't returned after the order was canceled.`
        : `${amount} spent on ${count} canceled orders, such as ${order}, weren't returned.`,
  },
  taken: {
    expired: (amount: string, time: string) =>
      `Expired in the last 12 months: ${amount}, most recently on ${time}.`,
    reversed: (amount: string, time: string) =>
      `Reversed in the last 12 months: ${amount}, most recently on ${time}.`,
    adjusted: (amount: string, time: string) =>
      `Debited in the last 12 months: ${amount}, most recently on ${time}.`,
    redeemed: (amount: string, time: string) =>
      `Redeemed in the last 12 months: ${amount}, most recently on ${time}.`,
  },
} as const
