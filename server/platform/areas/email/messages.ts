import { formatInstant } from '#shared/format/dates.ts'
import { utcZone } from '#shared/format/zones.ts'
import { messages } from '#shared/messages.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { smtpPortsText } from '#shared/areas/email/smtpSettings.ts'

/** The texts about SMTP settings and the emails that wait for them. */
export const emailSendingMessages = {
  noSetting: "There's no SMTP setting to send this email. Add a platform default.",
  inactive: "The SMTP setting isn't active. Test and activate it.",
  paused: (reason: string) => `Sending is paused. Reason: ${reason}`,
  limitReached: (limit: number) =>
    `The limit of ${limit === 1 ? '1 email' : `${formatNumber(limit)} emails`} per minute has been reached. The email will be sent later.`,
  couldNotReachServer: "We couldn't reach the mail server. Test the SMTP setting.",
  failedInside: 'Something went wrong on our side.',
  noSmtpUtf8: (address: string) =>
    `The mail server doesn't support SMTPUTF8, so it can't handle ${address}. Use an address with only ASCII characters before the @.`,
  passwordNeedsTls:
    'Security: passwords are only sent with TLS. Choose STARTTLS or TLS, or set Sign-in to None.',
  portNotAllowed: `Port: enter ${smtpPortsText}. The platform doesn't send email through other ports.`,
  impact: {
    disabled: (stores: string) => `Emails from ${stores} are held.`,
    changed: (stores: string) =>
      `After you save, emails from ${stores} are held until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `Emails from ${stores} can't be sent until you test and activate the new settings.`,
  },
  operatorImpact: {
    disabled: 'Operator invitations and password links are held.',
    changed:
      'After you save, operator invitations and password links are held until you test and activate the new settings.',
    stillFailing:
      "Operator invitations and password links can't be sent until you test and activate the new settings.",
  },
  duplicateBody: 'Send "name".',
  notFailed: 'You can only resend failed emails.',
  contentErased: "This email can't be resent, because its text was deleted.",
} as const

/** What replaces the secret parts of an email's saved text. */
export const emailTextMessages = {
  linkRemoved: '[link removed]',
  codeRemoved: '[code removed]',
} as const

/** The steps of an SMTP setting's test, and their results. */
export const smtpTestMessages = {
  titles: {
    dns: 'Host lookup',
    connect: 'Connection',
    greet: 'Greeting and TLS',
    signIn: 'Sign-in',
    sender: 'SPF and DMARC',
    send: 'Test email',
  },
  port25: 'Many networks block port 25. Use 587 or 465 if the server offers it.',
  connectionGone: 'The connection was lost. Run the test again.',
  noTls: 'Without TLS, others can read emails and passwords in transit. Choose STARTTLS or TLS.',
  notVerified:
    "The certificate isn't verified, so another server could pose as this one. Turn on certificate verification.",
  noSignIn: 'This setting sends email without signing in.',
  accepted: (to: string) => `The server accepted an email to ${to}. Check that it arrived.`,
  noAnswer: (domain: string) => `The DNS lookup for ${domain} got no response. Try again.`,
  recordMissing: (domain: string, record: string) =>
    `${domain} has no ${record} record, so its emails may be marked as spam. Add the record where the domain's DNS is managed.`,
  bothMissing: (domain: string) =>
    `${domain} has no SPF or DMARC record, so its emails may be marked as spam. Add both where the domain's DNS is managed.`,
} as const

type WrittenEmail = { subject: string; text: string }

/** Formats the test email. `name` is the setting's. */
export const formatTestEmail = (name: string): WrittenEmail => ({
  subject: `Test email for ${name}`,
  text: `Hello,\n\nThis is a test of the SMTP setting ${name}. If you received this email, the setting works.\n\n${messages.product}\n`,
})

type AccountLink = { url: string; expiresAt: string }

/** Formats the email that invites an operator. */
export const formatInvitationEmail = ({ url, expiresAt }: AccountLink): WrittenEmail => ({
  subject: 'Your invitation to the operator console',
  text: `Hello,\n\nYou've been invited to the operator console. Set your password to get started:\n\n${url}\n\n${describeExpiration(expiresAt)}\n\n${messages.product}\n`,
})

/** Formats the email that lets an operator set a new password. */
export const formatPasswordLinkEmail = ({ url, expiresAt }: AccountLink): WrittenEmail => ({
  subject: 'Set a new password for the operator console',
  text: `Hello,\n\nSet a new password for the operator console here:\n\n${url}\n\n${describeExpiration(expiresAt)}\n\n${messages.product}\n`,
})

/** What happened to an account's sign-in, for the email that says so. */
export type SecurityEvent =
  | { event: 'passkeyCloned'; name: string }
  | { event: 'factorsReset'; actor: string }

const securityEmails = {
  passkeyCloned: {
    subject: 'A passkey on your account was rejected',
    describe: (name: string) =>
      `We rejected a sign-in with your passkey ${name}, because it seems to be a copy. Remove the passkey under My account, and tell an admin if it wasn't you.`,
  },
  factorsReset: {
    subject: 'Your second factors were removed',
    describe: (actor: string) =>
      `${actor} removed your passkeys, your authenticator app, and your recovery codes. Sign in with your password and set up a second factor again, or tell an admin if you didn't ask for this.`,
  },
} as const

/** Formats the email about an event of an account's sign-in. */
export function formatSecurityEmail(event: SecurityEvent): WrittenEmail {
  const { subject, describe } = securityEmails[event.event]
  const text = describe('name' in event ? event.name : event.actor)
  return { subject, text: ['Hello,', text, messages.product, ''].join('\n\n').trimEnd() }
}

const describeExpiration = (expiresAt: string) =>
  `This link works once and expires on ${formatInstant(expiresAt, utcZone)} UTC.`

type PaymentLinkDetails = {
  name: string
  number: string
  store: string
  sum: string
  url: string
  expiresAt: string
}

/** Formats the email that asks a member to pay for an order. */
export const formatPaymentLinkEmail = (link: PaymentLinkDetails): WrittenEmail => ({
  subject: `Complete the payment for order ${link.number} at ${link.store}`,
  text: `Hello ${link.name},\n\nYour payment of ${link.sum} for order ${link.number} didn't go through. You can pay for the order here:\n\n${link.url}\n\nThis link expires on ${formatInstant(link.expiresAt, utcZone)} UTC.\n\n${link.store}\n`,
})
