import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { mailTest } from '#shared/areas/email/mailCalls.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import type { Socket } from 'node:net'
import {
  defineIntegration,
  failed,
  notApplying,
  passed,
} from '#server/platform/core/integrations/integration.ts'
import type { Context, StepResult } from '#server/platform/core/integrations/integration.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import { Conversation } from './conversation.ts'
import { smtpConsequence } from './keptSmtp.ts'
import { mailQueue } from './mails.ts'
import { senderDomain } from './senderDomain.ts'
import { MailFault, ofName } from './smtpFaults.ts'
import { countWaitingMail, releaseMail } from './waitingMail.ts'
import { mailMessages, smtpTestMessages, writeTestEmail } from './messages.ts'

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
    { name: 'dns', title: smtpTestMessages.titles.dns, required: true, passive: true, run: find },
    {
      name: 'connect',
      title: smtpTestMessages.titles.connect,
      required: true,
      passive: true,
      run: connect,
    },
    {
      name: 'greet',
      title: smtpTestMessages.titles.greet,
      required: true,
      passive: true,
      run: greet,
    },
    {
      name: 'signIn',
      title: smtpTestMessages.titles.signIn,
      required: true,
      passive: true,
      run: signIn,
    },
    { name: 'sender', title: smtpTestMessages.titles.sender, required: false, run: senderDomain },
    { name: 'send', title: smtpTestMessages.titles.send, required: true, run: send },
  ],
  serves: { kind: 'mail', stores: servedBy },
  stops: {
    what: mailMessages.whatStops,
    besides: ({ scope }) => (scope === 'platform' ? mailMessages.whatStopsForOperators : null),
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
    ? passed(smtpTestMessages.port25, {
        warning: true,
      })
    : passed('')
}

const asResult = (error: unknown): StepResult => {
  if (!(error instanceof OutgoingFault)) throw error
  return failed(error.code, error.sentence, error instanceof MailFault ? error.field : 'host')
}

async function greet({ platform, record, found }: Context<Found>): Promise<StepResult> {
  if (!found.socket) return failed('INTERNAL', smtpTestMessages.connectionGone)
  found.conversation = new Conversation(platform.outgoing, record, found.socket)
  try {
    await found.conversation.greet()
  } catch (error) {
    return asResult(error)
  }
  if (record['security'] === 'none') return passed(smtpTestMessages.noTls, { warning: true })
  return record['verifyCertificate']
    ? passed('')
    : passed(smtpTestMessages.notVerified, {
        warning: true,
      })
}

async function signIn({ record, secrets, found }: Context<Found>): Promise<StepResult> {
  if (record['auth'] !== 'login') return notApplying(smtpTestMessages.noSignIn)
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
      ...writeTestEmail(String(record['name'])),
    })
  } catch (error) {
    return asResult(error)
  }
  return passed(smtpTestMessages.accepted(to))
}
