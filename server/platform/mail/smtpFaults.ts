import { fault, OutgoingFault } from '../outgoing/faults.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

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

type Seen = { code: string; original: string; response: number; command: string; message: string }

/** What nodemailer says of a failure: it hides what TLS said behind a code of its own. */
function seenIn(error: unknown): Seen {
  const told: Record<string, unknown> = error instanceof Error ? { ...error } : {}
  const text = (name: string) => (typeof told[name] === 'string' ? String(told[name]) : '')
  return {
    code: text('code'),
    original: text('originalCode'),
    response: Number(told['responseCode'] ?? 0),
    command: text('command'),
    message: error instanceof Error ? error.message : '',
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

function sentenceOf(seen: Seen, phase: Phase, settings: AnyRecord): Sentence | null {
  const { code, original, response, message } = seen
  const say = (sentence: string, field?: string) => ({
    code: response ? `${code} ${response}` : code,
    sentence,
    ...(field ? { field } : {}),
  })
  if (original === 'ERR_SSL_WRONG_VERSION_NUMBER' || original === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return { code: original, ...tlsAtOnce, field: 'security' }
  if (phase === 'greet') {
    if (code === 'ETLS') return say('The server offers no STARTTLS.', 'security')
    if (code === 'ETIMEDOUT')
      return settings['security'] === 'tls'
        ? say('The server is silent after TLS. Try another port.', 'port')
        : say('The server is silent. It may expect TLS at once (usually port 465).', 'security')
    if (code === 'EPROTOCOL' && /greeting/i.test(message))
      return say('What answers there is not a mail server.', 'host')
    return null
  }
  if (phase === 'signIn') return signInSentence(seen, say)
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return null
  if (isLater(seen)) return say('The server does not take it just now. Try again later.')
  if (seen.command === 'MAIL FROM' || seen.command === 'MAIL')
    return say(`It does not accept ${String(settings['fromAddress'])} as sender.`, 'fromAddress')
  return code === 'EMESSAGE'
    ? say('It refuses the content of this mail.')
    : say('It refuses to send to this address.')
}

const tlsAtOnce = { sentence: 'The port does not speak TLS at once. Choose STARTTLS.' }

function signInSentence(
  seen: Seen,
  say: (sentence: string, field?: string) => Sentence,
): Sentence | null {
  const { code, response } = seen
  if (response === 530 || response === 538)
    return say('The server wants TLS before sign-in.', 'security')
  if (response === 534) return say('It wants an app password or OAuth.', 'password')
  if (isLater(seen)) return say('The server cannot check the sign-in just now. Try again.')
  if (code === 'EAUTH' && response === 0)
    return say('The server offers no sign-in that is known here.', 'auth')
  return code === 'EAUTH' ? say('User name or password is wrong.', 'password') : null
}
