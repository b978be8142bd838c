import { createNetworkError, NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { smtpErrorMessages } from './smtpErrorMessages.ts'

/** Connection errors that mean that the host's name can't be resolved or isn't allowed. */
export const hostErrorCodes = [
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'EAI_NONAME',
  'NOT_A_HOST',
  'ERR_IP_BLOCKED',
]

export type SmtpPhase = 'greet' | 'signIn' | 'send'

type SmtpFailure = {
  code: string
  original: string
  response: number
  command: string
  reply: string
}

/** Parses an error of nodemailer, which hides the TLS error behind its own code. */
function parseSmtpFailure(error: unknown): SmtpFailure {
  const details: Record<string, unknown> = error instanceof Error ? { ...error } : {}
  const readDetail = (name: string) =>
    typeof details[name] === 'string' ? String(details[name]) : ''
  const reply = readDetail('response')
  return {
    code: readDetail('code'),
    original: readDetail('originalCode'),
    // Only a reply with a three-digit code is an SMTP reply (RFC 5321, 4.2).
    response: Number(/^[2-5]\d\d(?=[ \n-]|$)/.exec(reply)?.[0] ?? 0),
    command: readDetail('command'),
    reply,
  }
}

type SmtpErrorDetails = { code: string; field?: string; sentence: string }

/** An error of a mail server, with the field that fixes it. */
export class SmtpError extends NetworkError {
  override name = 'SmtpError'
  readonly field: string | undefined
  /**
   * Whether a retry may succeed: the server couldn't be reached, or its reply is temporary (4xx).
   */
  readonly isTemporary: boolean

  constructor({ code, sentence, field }: SmtpErrorDetails, isTemporary: boolean, cause?: unknown) {
    super(code, sentence, { cause })
    this.field = field
    this.isTemporary = isTemporary
  }
}

/**
 * Creates the error of a sign-in that would send a password without TLS. Emails wait until the
 * setting is changed.
 */
export const createTlsRequiredError = (): SmtpError =>
  new SmtpError(
    { code: 'NOT_ENCRYPTED', sentence: smtpErrorMessages.passwordNeedsTls, field: 'security' },
    true,
  )

/** Returns an error of the session in our words. The server's own text isn't shown. */
export function toSmtpError(error: unknown, phase: SmtpPhase, settings: AnyRecord): NetworkError {
  if (error instanceof NetworkError) return error
  const failure = parseSmtpFailure(error)
  const isTemporary = failure.response === 0 || isTemporaryReply(failure)
  const explanation = explainFailure(failure, phase, settings)
  if (explanation) return new SmtpError(explanation, isTemporary, error)
  const endpoint = { host: String(settings['host']), port: Number(settings['port']) }
  return createNetworkError(failure.original || failure.code || 'FAILED', endpoint, error)
}

/** Whether the server says that a retry may succeed (4xx), as greylisting servers do. */
const isTemporaryReply = ({ response }: SmtpFailure) => response >= 400 && response < 500

/**
 * Explains why a step of the session failed, by the server's reply; null if no SMTP rule applies.
 */
function explainFailure(
  failure: SmtpFailure,
  phase: SmtpPhase,
  settings: AnyRecord,
): SmtpErrorDetails | null {
  const { code, original, response } = failure
  if (original === 'ERR_SSL_WRONG_VERSION_NUMBER' || original === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return { code: original, sentence: smtpErrorMessages.tlsAtOnce, field: 'security' }
  const [sentence, field] =
    (response === 421
      ? [smtpErrorMessages.busy(response)]
      : explainPhase[phase](failure, settings)) ?? []
  if (sentence === undefined) return null
  return {
    code: response ? `${code} ${response}` : code,
    sentence,
    ...(field ? { field } : {}),
  }
}

/** A sentence, and the field to correct. */
type Explanation = [sentence: string, field?: string] | null

const explainPhase: Record<SmtpPhase, (seen: SmtpFailure, settings: AnyRecord) => Explanation> = {
  greet: (failure, settings) => explainTls(failure, settings) ?? explainGreeting(failure, settings),
  signIn: explainSignIn,
  send: explainSend,
}

function explainTls(failure: SmtpFailure, { security }: AnyRecord): Explanation {
  const { code, response, command } = failure
  if (code === 'ETLS' && isTemporaryReply(failure))
    return [smtpErrorMessages.startTlsNotNow(response)]
  if (code === 'ETLS' && response === 0) return [smtpErrorMessages.startTlsFailed, 'security']
  // A server older than EHLO (RFC 1869) doesn't support extensions.
  const isOld = security === 'starttls' && command === 'EHLO' && response >= 500
  return code === 'ETLS' || isOld ? [smtpErrorMessages.noStartTls, 'security'] : null
}

function explainGreeting(failure: SmtpFailure, { security }: AnyRecord): Explanation {
  const { code, response, reply } = failure
  if (isTemporaryReply(failure)) return [smtpErrorMessages.notNow(response)]
  if (response === 521) return [smtpErrorMessages.takesNoMail(response), 'host']
  if (response >= 500 && response < 600) return [smtpErrorMessages.refusesConnection(response)]
  const mailbox = mailboxGreetings.find(([pattern]) => pattern.test(reply))
  if (mailbox) return [smtpErrorMessages.mailbox(mailbox[1]), 'port']
  if (code === 'EPROTOCOL') return [smtpErrorMessages.notSmtp, 'host']
  if (code === 'ECONNECTION' && response === 0)
    return [smtpErrorMessages.closedBeforeGreeting, 'port']
  if (code !== 'ETIMEDOUT') return null
  return security === 'tls'
    ? [smtpErrorMessages.noGreetingAfterTls, 'port']
    : [smtpErrorMessages.noGreeting, 'security']
}

/** The greetings of mailbox servers (RFC 9051, 7.1; RFC 1939, 4). */
const mailboxGreetings: [RegExp, string][] = [
  [/^\* (OK|PREAUTH|BYE)\b/i, 'IMAP'],
  [/^(\+OK|-ERR)\b/i, 'POP3'],
]

function explainSignIn(failure: SmtpFailure): Explanation {
  const { code, response } = failure
  if (response === 530 || response === 538)
    return [smtpErrorMessages.tlsBeforeSignIn(response), 'security']
  if (response === 534) return [smtpErrorMessages.appPassword(response), 'password']
  if (isTemporaryReply(failure)) return [smtpErrorMessages.signInNotNow(response)]
  if (code === 'EAUTH' && response === 0) return [smtpErrorMessages.noSignIn, 'auth']
  if (response === 535) return [smtpErrorMessages.wrongPassword, 'password']
  return response === 0
    ? explainSilence(failure)
    : [smtpErrorMessages.signInRejected(response), 'password']
}

function explainSend(failure: SmtpFailure, { fromAddress }: AnyRecord): Explanation {
  const { code, response, command } = failure
  if (response === 0 && code === 'EMESSAGE') return [smtpErrorMessages.emailTooLarge]
  if (response === 0 && code === 'EENVELOPE') return [smtpErrorMessages.addressNotValid]
  if (response === 0) return explainSilence(failure)
  if (isTemporaryReply(failure)) return [smtpErrorMessages.emailNotNow(response)]
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return null
  if (command === 'MAIL FROM')
    return [smtpErrorMessages.senderRejected(response, String(fromAddress)), 'fromAddress']
  return code === 'EMESSAGE' || command === 'DATA'
    ? [smtpErrorMessages.contentRejected(response)]
    : [smtpErrorMessages.recipientRejected(response)]
}

function explainSilence({ code }: SmtpFailure): Explanation {
  if (code === 'ETIMEDOUT') return [smtpErrorMessages.timedOut]
  return code === 'ECONNECTION' || code === 'ESOCKET' ? [smtpErrorMessages.closed] : null
}
