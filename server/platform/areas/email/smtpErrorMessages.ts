const retryOrAskHint =
  "Try again in a few minutes. If this keeps happening, contact the server's administrator."

/** The errors of a mail server, as operators read them. `code` is the server's reply code. */
export const smtpErrorMessages = {
  busy: (code: number) => `The mail server is busy (${code}). ${retryOrAskHint}`,
  notNow: (code: number) =>
    `The mail server can't accept connections right now (${code}). ${retryOrAskHint}`,
  refusesConnection: (code: number) =>
    `The mail server rejects connections from this platform (${code}). Ask the server's administrator to allow them.`,
  takesNoMail: (code: number) =>
    `This server doesn't accept email (${code}). Enter the host of a server that does.`,
  notSmtp: "The host responds, but it isn't an SMTP server. Check the host and port.",
  mailbox: (protocol: string) =>
    `This port is for reading mailboxes (${protocol}), not for sending email. Enter the SMTP port, usually 587 or 465.`,
  noGreeting: "The server didn't send a greeting. Try TLS, usually with port 465.",
  noGreetingAfterTls: "The server didn't send a greeting after TLS started. Check the port.",
  closedBeforeGreeting:
    "The mail server closed the connection before sending a greeting. Check the port and security settings, or contact the server's administrator.",
  tlsAtOnce: "This port doesn't start with TLS. Choose STARTTLS.",
  noStartTls: "The server doesn't offer STARTTLS. Choose another security setting.",
  startTlsNotNow: (code: number) =>
    `The mail server can't start TLS right now (${code}). ${retryOrAskHint}`,
  startTlsFailed:
    "The mail server offers STARTTLS, but TLS failed to start. Ask the server's administrator which TLS versions it supports.",
  passwordNeedsTls:
    'Passwords are only sent with TLS, except to the networks in the environment variable OUTBOUND_ALLOW. Choose STARTTLS or TLS, or set Sign-in to None.',
  tlsBeforeSignIn: (code: number) =>
    `The mail server requires TLS before sign-in (${code}). Choose STARTTLS or TLS.`,
  appPassword: (code: number) =>
    `The mail server requires an app password or OAuth (${code}). Enter an app password.`,
  signInNotNow: (code: number) =>
    `The mail server can't verify the username and password right now (${code}). ${retryOrAskHint}`,
  noSignIn:
    "The mail server doesn't offer a sign-in method that we support. Set Sign-in to None, or use another server.",
  wrongPassword: 'The mail server rejected the username or password. Enter them again.',
  signInRejected: (code: number) =>
    `The mail server rejected the sign-in (${code}). Check the username and password.`,
  emailNotNow: (code: number) =>
    `The mail server can't accept the email right now (${code}). Some servers accept a new sender only on the second attempt, so try again in a few minutes.`,
  senderRejected: (code: number, sender: string) =>
    `The mail server rejected ${sender} as the sender (${code}). Enter a From address that this account can send from.`,
  recipientRejected: (code: number) =>
    `The mail server rejected the recipient (${code}). Check the recipient's address.`,
  contentRejected: (code: number) =>
    `The mail server rejected the email's content (${code}). Ask the server's administrator why.`,
  emailTooLarge: 'The email is larger than the mail server allows.',
  addressNotValid: "The sender's or recipient's address isn't valid. Check both.",
  closed: `The mail server closed the connection. ${retryOrAskHint}`,
  timedOut: `The mail server stopped responding. ${retryOrAskHint}`,
} as const
