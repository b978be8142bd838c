import { fault, OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { smtpMessages } from './smtpMessages.ts'

/** What of a connection that failed tells that the name leads nowhere, or where it may not. */
export const ofName = [
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'EAI_NONAME',
  'NOT_A_HOST',
  'ERR_IP_BLOCKED',
]

export type Phase = 'greet' | 'signIn' | 'send'

type Seen = { code: string; original: string; response: number; command: string; reply: string }

/** What nodemailer says of a failure: it hides what TLS said behind a code of its own. */
function seenIn(error: unknown): Seen {
  const told: Record<string, unknown> = error instanceof Error ? { ...error } : {}
  const text = (name: string) => (typeof told[name] === 'string' ? String(told[name]) : '')
  const reply = text('response')
  return {
    code: text('code'),
    original: text('originalCode'),
    // Only a reply of three digits is one of SMTP (RFC 5321, 4.2).
    response: Number(/^[2-5]\d\d(?=[ \n-]|$)/.exec(reply)?.[0] ?? 0),
    command: text('command'),
    reply,
  }
}

type Sentence = { code: string; field?: string; sentence: string }

/** A fault of a mail server, with the field that mends it. */
export class MailFault extends OutgoingFault {
  override name = 'MailFault'
  readonly field: string | undefined
  /** Whether another try may end better: the server was not there, or said so (4xx). */
  readonly isPassing: boolean

  constructor({ code, sentence, field }: Sentence, isPassing: boolean, cause?: unknown) {
    super(code, sentence, { cause })
    this.field = field
    this.isPassing = isPassing
  }
}

/** A sign-in that would send a password without TLS; emails wait until the setting is changed. */
export const passwordNeedsTls = (): MailFault =>
  new MailFault(
    { code: 'NOT_ENCRYPTED', sentence: smtpMessages.passwordNeedsTls, field: 'security' },
    true,
  )

/** An error of the conversation as an operator is told of it: in our words, never in the server's. */
export function mailFault(error: unknown, phase: Phase, settings: AnyRecord): OutgoingFault {
  if (error instanceof OutgoingFault) return error
  const seen = seenIn(error)
  const isPassing = seen.response === 0 || isLater(seen)
  const told = sentenceOf(seen, phase, settings)
  if (told) return new MailFault(told, isPassing, error)
  const to = { host: String(settings['host']), port: Number(settings['port']) }
  return fault(seen.original || seen.code || 'FAILED', to, error)
}

/** The server itself says that another try may end better (4xx), as one that greylists does. */
const isLater = ({ response }: Seen) => response >= 400 && response < 500

/** Why a step of the conversation failed, by what the server replied; null where no rule of SMTP tells. */
function sentenceOf(seen: Seen, phase: Phase, settings: AnyRecord): Sentence | null {
  const { code, original, response } = seen
  if (original === 'ERR_SSL_WRONG_VERSION_NUMBER' || original === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return { code: original, sentence: smtpMessages.tlsAtOnce, field: 'security' }
  const [sentence, field] =
    (response === 421 ? [smtpMessages.busy(response)] : explainPhase[phase](seen, settings)) ?? []
  if (sentence === undefined) return null
  return {
    code: response ? `${code} ${response}` : code,
    sentence,
    ...(field ? { field } : {}),
  }
}

/** A sentence, and the field to correct. */
type Explanation = [sentence: string, field?: string] | null

const explainPhase: Record<Phase, (seen: Seen, settings: AnyRecord) => Explanation> = {
  greet: (seen, settings) => explainTls(seen, settings) ?? explainGreeting(seen, settings),
  signIn: explainSignIn,
  send: explainSend,
}

function explainTls(seen: Seen, { security }: AnyRecord): Explanation {
  const { code, response, command } = seen
  if (code === 'ETLS' && isLater(seen)) return [smtpMessages.startTlsNotNow(response)]
  if (code === 'ETLS' && response === 0) return [smtpMessages.startTlsFailed, 'security']
  // A server of before EHLO (RFC 1869) knows no extensions.
  const isOld = security === 'starttls' && command === 'EHLO' && response >= 500
  return code === 'ETLS' || isOld ? [smtpMessages.noStartTls, 'security'] : null
}

function explainGreeting(seen: Seen, { security }: AnyRecord): Explanation {
  const { code, response, reply } = seen
  if (isLater(seen)) return [smtpMessages.notNow(response)]
  if (response === 521) return [smtpMessages.takesNoMail(response), 'host']
  if (response >= 500 && response < 600) return [smtpMessages.refusesConnection(response)]
  const mailbox = mailboxGreetings.find(([pattern]) => pattern.test(reply))
  if (mailbox) return [smtpMessages.mailbox(mailbox[1]), 'port']
  if (code === 'EPROTOCOL') return [smtpMessages.notSmtp, 'host']
  if (code === 'ECONNECTION' && response === 0) return [smtpMessages.closedBeforeGreeting, 'port']
  if (code !== 'ETIMEDOUT') return null
  return security === 'tls'
    ? [smtpMessages.noGreetingAfterTls, 'port']
    : [smtpMessages.noGreeting, 'security']
}

/** How servers of mailboxes greet (RFC 9051, 7.1; RFC 1939, 4). */
const mailboxGreetings: [RegExp, string][] = [
  [/^\* (OK|PREAUTH|BYE)\b/i, 'IMAP'],
  [/^(\+OK|-ERR)\b/i, 'POP3'],
]

function explainSignIn(seen: Seen): Explanation {
  const { code, response } = seen
  if (response === 530 || response === 538)
    return [smtpMessages.tlsBeforeSignIn(response), 'security']
  if (response === 534) return [smtpMessages.appPassword(response), 'password']
  if (isLater(seen)) return [smtpMessages.signInNotNow(response)]
  if (code === 'EAUTH' && response === 0) return [smtpMessages.noSignIn, 'auth']
  if (response === 535) return [smtpMessages.wrongPassword, 'password']
  return response === 0 ? explainSilence(seen) : [smtpMessages.signInRejected(response), 'password']
}

function explainSend(seen: Seen, { fromAddress }: AnyRecord): Explanation {
  const { code, response, command } = seen
  if (response === 0 && code === 'EMESSAGE') return [smtpMessages.emailTooLarge]
  if (response === 0 && code === 'EENVELOPE') return [smtpMessages.addressNotValid]
  if (response === 0) return explainSilence(seen)
  if (isLater(seen)) return [smtpMessages.emailNotNow(response)]
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return null
  if (command === 'MAIL FROM')
    return [smtpMessages.senderRejected(response, String(fromAddress)), 'fromAddress']
  return code === 'EMESSAGE' || command === 'DATA'
    ? [smtpMessages.contentRejected(response)]
    : [smtpMessages.recipientRejected(response)]
}

function explainSilence({ code }: Seen): Explanation {
  if (code === 'ETIMEDOUT') return [smtpMessages.timedOut]
  return code === 'ECONNECTION' || code === 'ESOCKET' ? [smtpMessages.closed] : null
}
