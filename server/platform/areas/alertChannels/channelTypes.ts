import type { ChannelType } from '#shared/areas/alertChannels/alertChannels.ts'
import type { ChannelTypeDefinition } from './channelType.ts'
import { email } from './types/email.ts'
import { onCall } from './types/onCall.ts'
import { pagerDuty } from './types/pagerDuty.ts'
import { slack } from './types/slack.ts'
import { slackApp } from './types/slackApp.ts'
import { teams } from './types/teams.ts'
import { webhook } from './types/webhook.ts'

const definitions: Record<ChannelType, ChannelTypeDefinition> = {
  email,
  onCall,
  slackApp,
  slack,
  teams,
  pagerDuty,
  webhook,
}

/** Returns what a type of channel does. The API accepts only types of the table. */
export const getChannelType = (type: unknown): ChannelTypeDefinition =>
  definitions[type as ChannelType]
