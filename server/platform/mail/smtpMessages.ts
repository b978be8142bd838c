const laterOrAsk =
  "Try again in a few minutes. If this keeps happening, ask the server's administrator."

/** What operators read when a mail server doesn't take an email; `code` is the server's reply code. */
export const smtpMessages = {
  busy: (code: number) => `The mail server is busy (${code}). ${laterOrAsk}`,
  notNow: (code: number) =>
    `The mail server can't take connections right now (${code}). ${laterOrAsk}`,
  refusesConnection: (code: number) =>
    `The mail server refuses connections from this platform (${code}). Ask the server's administrator to allow them.`,
  takesNoMail: (code: number) =>
    `This server takes no email (${code}). Enter the host of a mail server that does.`,
  notSmtp: "The host answers, but it isn't a mail server (SMTP). Check the host and the port.",
  mailbox: (protocol: string) =>
    `The port is for reading mailboxes (${protocol}), not for sending email. Enter the SMTP port, usually 587 or 465.`,
  noGreeting: 'The server is silent. It may expect TLS at once (usually port 465).',
  noGreetingAfterTls: 'The server is silent after TLS. Try another port.',
  closedBeforeGreeting:
    'The mail server closed the connection before its greeting was complete. Check the port and the security, then ask whether the server lets this platform connect.',
  tlsAtOnce: 'The port does not speak TLS at once. Choose STARTTLS.',
  noStartTls: 'The server offers no STARTTLS.',
  startTlsNotNow: (code: number) =>
    `The mail server can't start TLS right now (${code}). ${laterOrAsk}`,
  startTlsFailed:
    "The mail server offers STARTTLS, but TLS failed to start. Ask the server's administrator which TLS versions it supports.",
  passwordNeedsTls:
    "A password isn't sent without TLS, except to hosts inside the networks of OUTBOUND_ALLOW. Choose STARTTLS or TLS, or no sign-in.",
  tlsBeforeSignIn: (code: number) => `The mail server wants TLS before sign-in (${code}).`,
  appPassword: (code: number) => `The mail server wants an app password or OAuth (${code}).`,
  signInNotNow: (code: number) =>
    `The mail server can't check the sign-in right now (${code}). ${laterOrAsk}`,
  noSignIn: 'The mail server offers no sign-in method that we support.',
  wrongPassword: 'User name or password is wrong.',
  signInRejected: (code: number) =>
    `The mail server rejected the sign-in (${code}). Check the user name and the password.`,
  emailNotNow: (code: number) =>
    `The mail server can't take the email right now (${code}). Try again in a few minutes; some servers take an email from a new sender only the second time.`,
  senderRejected: (code: number, sender: string) =>
    `The mail server doesn't accept ${sender} as the sender (${code}). Enter an address that this account may send from.`,
  recipientRejected: (code: number) => `The mail server rejected the recipient (${code}).`,
  contentRejected: (code: number) => `The mail server rejected the content of the email (${code}).`,
  emailTooLarge: 'The email is larger than the mail server allows.',
  addressNotValid: "The sender's or the recipient's address isn't one that can be sent to.",
  closed: `The mail server closed the connection. ${laterOrAsk}`,
  timedOut: `The mail server stopped answering. ${laterOrAsk}`,
} as const
