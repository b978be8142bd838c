import {
  immutable,
  list,
  optional,
  reference,
  requiredWhile,
  secret,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import {
  integrationColumns,
  integrationFields,
} from '#shared/engine/integrations/integrationFields.ts'
import { defineResource } from '#shared/engine/resource.ts'

/** The types of channels, with their labels. */
export const channelTypes = {
  email: 'Email',
  onCall: 'User on call',
  slackApp: 'Slack app',
  slack: 'Slack webhook',
  teams: 'Microsoft Teams',
  pagerDuty: 'PagerDuty',
  webhook: 'Webhook',
} as const
export type ChannelType = keyof typeof channelTypes

const webhookTypes = ['slack', 'teams', 'webhook'] as const satisfies ChannelType[]

/** `http` only reaches this machine, where the mock providers are. */
const urlPattern = {
  matches: /^(https:\/\/[^\s"'<>]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/[^\s"'<>]*)$/,
  message: 'The webhook URL must start with https://.',
}

const signingSecretPattern = {
  matches: /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/,
  message: 'Enter whsec_ followed by 24 to 64 random bytes in Base64.',
}

/** Where alerts are sent: each channel is one destination. */
export const alertChannels = defineResource({
  name: 'alertChannels',
  title: { one: 'alert channel', many: 'alert channels' },
  about: 'Alert channels send alerts to people by email, chat, or paging. Rules choose the alerts.',
  permission: 'alertChannels',
  fields: {
    name: text('Name', { max: 80 }),
    type: immutable(
      select('Type', channelTypes, {
        initial: 'email',
        hints: {
          by: 'type',
          of: {
            email: 'Sends a new email for each update, through the platform default SMTP setting.',
            onCall: 'Emails the user who is on call, through the platform default SMTP setting.',
            slackApp: 'Starts one thread per alert, and updates its first message.',
            slack: "Incoming webhooks can't edit messages, so each update is a new message.",
            teams: "Workflows can't edit posts, so each update is a new post.",
            pagerDuty: 'Opens one incident per alert, and resolves it once the alert is fixed.',
            webhook: 'Sends JSON that is signed according to the Standard Webhooks specification.',
          },
        },
      }),
    ),
    recipients: requiredWhile(
      list('Recipients', {
        max: 254,
        maxEntries: 20,
        entryLabel: 'Recipient',
        pattern: createEmailPattern('Each recipient'),
      }),
      { type: ['email'] },
      'Enter at least one recipient.',
    ),
    rotationId: requiredWhile(
      optional(reference('Rotation', 'onCallRotations')),
      { type: ['onCall'] },
      'Choose a rotation.',
    ),
    botToken: requiredWhile(
      optional(
        secret('Bot token', {
          max: 200,
          pattern: {
            matches: /^xoxb-[A-Za-z0-9-]{10,}$/,
            message: 'Enter the bot token, which starts with xoxb-.',
          },
          hint: 'Copy the token from your Slack app, which needs the scope chat:write.',
        }),
      ),
      { type: ['slackApp'] },
      'Enter the bot token.',
    ),
    slackChannel: requiredWhile(
      optional(
        text('Channel ID', {
          max: 30,
          pattern: {
            matches: /^[CG][A-Z0-9]{7,}$/,
            message: 'Enter the ID of a channel, such as C0123456789.',
          },
          hint: "Slack shows it at the end of the channel's details. Invite the app to the channel.",
        }),
      ),
      { type: ['slackApp'] },
      'Enter the channel ID.',
    ),
    url: requiredWhile(
      optional(secret('Webhook URL', { max: 2000, pattern: urlPattern })),
      { type: webhookTypes },
      'Enter the webhook URL.',
    ),
    signingSecret: requiredWhile(
      optional(
        secret('Signing secret', {
          max: 100,
          pattern: signingSecretPattern,
          hint: 'Starts with whsec_. The recipient verifies signatures with the same secret.',
        }),
      ),
      { type: ['webhook'] },
      'Enter the signing secret.',
    ),
    integrationKey: requiredWhile(
      optional(
        secret('Integration key', {
          max: 32,
          pattern: {
            matches: /^[0-9a-zA-Z]{32}$/,
            message: 'Enter the 32 letters and digits of the integration key.',
          },
          hint: 'Copy the key from an Events API v2 integration in the US service region.',
        }),
      ),
      { type: ['pagerDuty'] },
      'Enter the integration key.',
    ),
  },
  derived: { ...integrationFields },
  list: {
    columns: ['name', 'type', 'lastTestAt', 'state'],
    filters: ['type', 'rotationId', 'state', 'lastOutcome', 'lastTestAt'],
    search: ['name'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'type'] },
      {
        title: 'Email',
        fields: ['recipients'],
        visibleWhen: { field: 'type', values: ['email'] },
      },
      {
        title: 'On call',
        fields: ['rotationId'],
        visibleWhen: { field: 'type', values: ['onCall'] },
      },
      {
        title: 'Slack',
        fields: ['botToken', 'slackChannel'],
        visibleWhen: { field: 'type', values: ['slackApp'] },
      },
      {
        title: 'Webhook',
        fields: ['url'],
        visibleWhen: { field: 'type', values: webhookTypes },
      },
      {
        title: 'Signature',
        fields: ['signingSecret'],
        visibleWhen: { field: 'type', values: ['webhook'] },
      },
      {
        title: 'PagerDuty',
        fields: ['integrationKey'],
        visibleWhen: { field: 'type', values: ['pagerDuty'] },
      },
    ],
  },
  api: {
    comments: true,
    unique: [['name']],
    impact: { one: 'store', many: 'stores' },
    noBulkReason: 'Change and test one alert channel at a time.',
    extraColumns: integrationColumns,
  },
  relations: { disambiguatingFields: ['type'] },
})
