import { sql } from 'kysely'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { smtpTestFields } from '#shared/areas/email/emailCalls.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import type { Socket } from 'node:net'
import {
  defineIntegration,
  failStep,
  skipInapplicableStep,
  passStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { SmtpSession } from './smtpSession.ts'
import { smtpSettingHooks } from './hooks.ts'
import { emailQueue } from './emailQueue.ts'
import { checkSenderDomain } from './senderDomain.ts'
import { SmtpError, hostErrorCodes } from './smtpErrors.ts'
import { countWaitingEmails, releaseEmails } from './waitingEmails.ts'
import { emailSendingMessages, smtpTestMessages, formatTestEmail } from './messages.ts'

type SmtpStepState = { socket?: Socket; connectionError?: NetworkError; session?: SmtpSession }

/**
 * Builds the query of a setting's stores: those that it is assigned to and, for the default, all
 * without a setting of their own.
 */
const buildSmtpStoresSql = ({ id, scope }: AnyRecord) =>
  scope === 'platform'
    ? sql`select id from stores where smtp_settings_id is null or smtp_settings_id = ${id}`
    : sql`select id from stores where smtp_settings_id = ${id}`

/** SMTP settings as an integration. integrations.md describes the test. */
export const smtpIntegration = defineIntegration<SmtpStepState>({
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
  testInputs: smtpTestFields,
  createState: () => ({}),
  closeState({ socket, session }) {
    session?.close()
    socket?.destroy()
  },
  steps: [
    {
      name: 'dns',
      title: smtpTestMessages.titles.dns,
      required: true,
      passive: true,
      run: checkHost,
    },
    {
      name: 'connect',
      title: smtpTestMessages.titles.connect,
      required: true,
      passive: true,
      run: checkConnection,
    },
    {
      name: 'greet',
      title: smtpTestMessages.titles.greet,
      required: true,
      passive: true,
      run: checkGreeting,
    },
    {
      name: 'signIn',
      title: smtpTestMessages.titles.signIn,
      required: true,
      passive: true,
      run: checkCredentials,
    },
    {
      name: 'sender',
      title: smtpTestMessages.titles.sender,
      required: false,
      run: checkSenderDomain,
    },
    { name: 'send', title: smtpTestMessages.titles.send, required: true, run: checkSending },
  ],
  serves: { kind: 'mail', stores: buildSmtpStoresSql },
  disableImpact: {
    messages: emailSendingMessages.impact,
    findOtherEffects: ({ scope }) =>
      scope === 'platform' ? emailSendingMessages.operatorImpact : null,
  },
  waiting: { count: countWaitingEmails, queue: emailQueue },
  async afterStatus({ trx, now }, { record, event }) {
    if (event === 'activate') await releaseEmails(trx, record.id, now)
  },
  hooks: smtpSettingHooks,
})

/**
 * Opens the connection, which resolves the host's name. Later errors are for the next step to
 * report.
 */
async function checkHost({
  platform,
  record,
  state,
}: StepContext<SmtpStepState>): Promise<StepResult> {
  const { host, port } = record
  const endpoint = {
    host: String(host),
    port: Number(port),
    purpose: 'mail',
    encrypted: false,
  } as const
  try {
    state.socket = await platform.outgoing.connect(endpoint)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    if (hostErrorCodes.includes(error.code)) return failStep(error.code, error.sentence, 'host')
    state.connectionError = error
  }
  return passStep('')
}

async function checkConnection({ record, state }: StepContext<SmtpStepState>): Promise<StepResult> {
  if (state.connectionError)
    return failStep(state.connectionError.code, state.connectionError.sentence, 'port')
  return Number(record['port']) === 25
    ? passStep(smtpTestMessages.port25, {
        warning: true,
      })
    : passStep('')
}

const toStepResult = (error: unknown): StepResult => {
  if (!(error instanceof NetworkError)) throw error
  return failStep(error.code, error.sentence, error instanceof SmtpError ? error.field : 'host')
}

async function checkGreeting({
  platform,
  record,
  state,
}: StepContext<SmtpStepState>): Promise<StepResult> {
  if (!state.socket) return failStep('INTERNAL', smtpTestMessages.connectionGone)
  state.session = new SmtpSession(platform.outgoing, record, state.socket)
  try {
    await state.session.greet()
  } catch (error) {
    return toStepResult(error)
  }
  if (record['security'] === 'none') return passStep(smtpTestMessages.noTls, { warning: true })
  return record['verifyCertificate']
    ? passStep('')
    : passStep(smtpTestMessages.notVerified, {
        warning: true,
      })
}

async function checkCredentials({
  record,
  secrets,
  state,
}: StepContext<SmtpStepState>): Promise<StepResult> {
  if (record['auth'] !== 'login') return skipInapplicableStep(smtpTestMessages.noSignIn)
  try {
    await state.session?.signIn(String(record['username'] ?? ''), secrets['password'] ?? '')
  } catch (error) {
    return toStepResult(error)
  }
  return passStep('')
}

async function checkSending({
  record,
  input,
  state,
}: StepContext<SmtpStepState>): Promise<StepResult> {
  const to = String(input['to'])
  try {
    await state.session?.send({
      to,
      ...formatTestEmail(String(record['name'])),
    })
  } catch (error) {
    return toStepResult(error)
  }
  return passStep(smtpTestMessages.accepted(to))
}
