import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { mailTest } from '#shared/mail/mailCalls.ts'
import { smtpSettings } from '#shared/resources/smtpSettings.ts'
import type { Socket } from 'node:net'
import { defineIntegration, failed, notApplying, passed } from '../integrations/integration.ts'
import type { Context, StepResult } from '../integrations/integration.ts'
import { OutgoingFault } from '../outgoing/faults.ts'
import { Conversation } from './conversation.ts'
import { smtpConsequence } from './keptSmtp.ts'
import { mailQueue } from './mails.ts'
import { senderDomain } from './senderDomain.ts'
import { MailFault, ofName } from './smtpFaults.ts'
import { countWaitingMail, releaseMail } from './waitingMail.ts'

type Found = { socket?: Socket; fault?: OutgoingFault; conversation?: Conversation }

/** The stores that a setting serves: those that have it as their own, and of the default all that have none. */
export const servedBy = ({ id, scope }: AnyRecord) =>
  scope === 'platform'
    ? sql`select id from stores where smtp_settings_id is null or smtp_settings_id = ${id}`
    : sql`select id from stores where smtp_settings_id = ${id}`

/** Mail settings as an integration: tested as integrations.md has it. */
export const smtpIntegration = defineIntegration<Found>({
  resource: smtpSettings,
  settings: [
    'host',
    'port',
    'security',
    'verifyCertificate',
    'auth',
    'username',
    'password',
    'fromAddress',
  ],
  asks: mailTest,
  begin: () => ({}),
  end({ socket, conversation }) {
    conversation?.close()
    socket?.destroy()
  },
  steps: [
    { name: 'dns', title: 'Host found', required: true, passive: true, run: find },
    { name: 'connect', title: 'Port open', required: true, passive: true, run: connect },
    { name: 'greet', title: 'Greeting and TLS', required: true, passive: true, run: greet },
    { name: 'signIn', title: 'Sign-in', required: true, passive: true, run: signIn },
    { name: 'sender', title: 'SPF and DMARC', required: false, run: senderDomain },
    { name: 'send', title: 'Test mail sent', required: true, run: send },
  ],
  serves: { kind: 'mail', stores: servedBy },
  stops: {
    what: 'Mail waits',
    besides: ({ scope }) =>
      scope === 'platform' ? 'Invitations and password links of operators wait' : null,
  },
  waiting: { count: countWaitingMail, queue: mailQueue },
  async afterStatus({ trx, now }, { record, event }) {
    if (event === 'activate') await releaseMail(trx, record.id, now)
  },
  consequence: smtpConsequence,
})

/** Opens the connection, which looks the name up; what fails later than that is the next step's to tell. */
async function find({ platform, record, found }: Context<Found>): Promise<StepResult> {
  const { host, port } = record
  const way = { host: String(host), port: Number(port), purpose: 'mail', encrypted: false } as const
  try {
    found.socket = await platform.outgoing.connect(way)
  } catch (error) {
    if (!(error instanceof OutgoingFault)) throw error
    if (ofName.includes(error.code)) return failed(error.code, error.sentence, 'host')
    found.fault = error
  }
  return passed('')
}

async function connect({ record, found }: Context<Found>): Promise<StepResult> {
  if (found.fault) return failed(found.fault.code, found.fault.sentence, 'port')
  return Number(record['port']) === 25
    ? passed('Many networks close port 25. Use 587 or 465 where the server has it.', {
        warning: true,
      })
    : passed('')
}

const asResult = (error: unknown): StepResult => {
  if (!(error instanceof OutgoingFault)) throw error
  return failed(error.code, error.sentence, error instanceof MailFault ? error.field : 'host')
}

async function greet({ platform, record, found }: Context<Found>): Promise<StepResult> {
  if (!found.socket) return failed('INTERNAL', 'There is no connection.')
  found.conversation = new Conversation(platform.outgoing, record, found.socket)
  try {
    await found.conversation.greet()
  } catch (error) {
    return asResult(error)
  }
  if (record['security'] === 'none')
    return passed('Without TLS, mail and password can be read on the way.', { warning: true })
  return record['verifyCertificate']
    ? passed('')
    : passed('Its certificate is not verified: anybody on the way could be the server.', {
        warning: true,
      })
}

async function signIn({ record, secrets, found }: Context<Found>): Promise<StepResult> {
  if (record['auth'] !== 'login') return notApplying('None is asked for.')
  try {
    await found.conversation?.signIn(String(record['username'] ?? ''), secrets['password'] ?? '')
  } catch (error) {
    return asResult(error)
  }
  return passed('')
}

async function send({ record, input, found }: Context<Found>): Promise<StepResult> {
  const to = String(input['to'])
  try {
    await found.conversation?.send({
      to,
      subject: `Test of ${String(record['name'])}`,
      text: 'This mail tests a mail setting of the operator console. If you read it, mail arrives.',
    })
  } catch (error) {
    return asResult(error)
  }
  return passed(`The server took a mail to ${to}. See whether it arrives.`)
}
