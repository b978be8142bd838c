import { sql } from 'kysely'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import {
  defineIntegration,
  failStep,
  passStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepContext, StepResult } from '#server/platform/core/integrations/integration.ts'
import { ChannelError } from './channelType.ts'
import { getChannelType } from './channelTypes.ts'
import { alertChannelMessages, channelTestMessages } from './messages.ts'

/**
 * Alert channels as integrations. No step is passive: only a message proves that a channel works, so
 * deliveries degrade it and recover it.
 */
export const channelIntegration = defineIntegration<object>({
  resource: alertChannels,
  settings: [
    'recipients',
    'rotationId',
    'botToken',
    'slackChannel',
    'url',
    'signingSecret',
    'integrationKey',
  ],
  createState: () => ({}),
  steps: [
    {
      name: 'connect',
      title: channelTestMessages.titles.connect,
      required: true,
      field: getDestinationField,
      run: (context) =>
        failIfRejected(() => getChannelType(context.record['type']).connect(context)),
    },
    {
      name: 'send',
      title: channelTestMessages.titles.send,
      required: true,
      field: getDestinationField,
      run: sendTestMessage,
    },
  ],
  disableImpact: {
    messages: alertChannelMessages.impact,
    // Rules can send it the alerts of every store.
    stores: () => sql`select id from stores`,
  },
})

/** Returns the field to check when a channel can't be reached. */
function getDestinationField({ type }: Readonly<Record<string, unknown>>): string {
  if (type === 'email') return 'recipients'
  if (type === 'onCall') return 'rotationId'
  if (type === 'slackApp') return 'botToken'
  return type === 'pagerDuty' ? 'integrationKey' : 'url'
}

function sendTestMessage(context: StepContext): Promise<StepResult> {
  return failIfRejected(async () => {
    await getChannelType(context.record['type']).sendTest(context)
    return passStep(channelTestMessages.sent)
  })
}

/** Fails the step if the recipient rejects the call. */
async function failIfRejected(run: () => Promise<StepResult>): Promise<StepResult> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ChannelError) return failStep(error.code, error.sentence, error.field)
    throw error
  }
}
