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
  settings: ['recipients', 'rotationId', 'url', 'signingSecret', 'integrationKey'],
  createState: () => ({}),
  steps: [
    {
      name: 'connect',
      title: channelTestMessages.titles.connect,
      required: true,
      field: getDestinationField,
      run: (context) => getChannelType(context.record['type']).connect(context),
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
  return type === 'pagerDuty' ? 'integrationKey' : 'url'
}

async function sendTestMessage(context: StepContext): Promise<StepResult> {
  try {
    await getChannelType(context.record['type']).sendTest(context)
  } catch (error) {
    if (error instanceof ChannelError) return failStep(error.code, error.sentence)
    throw error
  }
  return passStep(channelTestMessages.sent)
}
