import {
  integer,
  list,
  optional,
  reference,
  references,
  select,
  text,
  toggle,
} from '#shared/engine/fields/fields.ts'
import { alertKinds } from '#shared/engine/alertKinds.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { permissions } from '#shared/permissions/permissions.ts'
import { alertSeverities } from './alertSeverities.ts'
import { storeFilterPattern } from './storeFilter.ts'

/** Alerts about requests are only for the accounts that can approve them, so no channel gets them. */
const { approval: _approval, ...sentKinds } = alertKinds

const areaLabels = Object.fromEntries(
  Object.entries(permissions).map(([key, { area }]) => [key, area]),
)

const escalationMinutes = (label: string, hint?: string) =>
  optional(integer(label, { min: 1, max: 10_080, ...(hint !== undefined && { hint }) }))
const escalationChannel = (label: string) => optional(reference(label, 'alertChannels'))

/** The steps of an escalation, in order: the fields with the minutes and the channel. */
export const escalationSteps = [
  ['firstEscalationMinutes', 'firstEscalationChannelId'],
  ['secondEscalationMinutes', 'secondEscalationChannelId'],
  ['thirdEscalationMinutes', 'thirdEscalationChannelId'],
] as const

/** Which alerts are sent to a channel, and when. */
export const alertRules = defineResource({
  name: 'alertRules',
  path: '/alertChannels?rules',
  title: { one: 'alert rule', many: 'alert rules' },
  about: 'Alert rules choose which alerts are sent to a channel, and when.',
  permission: 'alertChannels',
  fields: {
    name: text('Name', { max: 80 }),
    channelId: reference('Channel', 'alertChannels'),
    active: toggle('Active'),
    kinds: list('Types', {
      max: 20,
      options: sentKinds,
      emptyLabel: 'All types',
      hint: 'Leave blank for all types. Requests for approval are never sent, because only some users can see them.',
    }),
    severity: select('Minimum severity', alertSeverities, { initial: 'info' }),
    areas: list('Areas', {
      max: 20,
      options: areaLabels,
      emptyLabel: 'All areas',
      hint: 'Leave blank for all areas.',
    }),
    storeIds: references('Stores', 'stores', { emptyLabel: 'All stores' }),
    organisationId: optional(
      reference('Organization', 'organisations', {
        hint: 'Sends only alerts about stores of this organization.',
      }),
    ),
    storeFilter: optional(
      text('Stores that match', {
        max: 2000,
        pattern: storeFilterPattern,
        hint: 'Paste the URL of a filtered list of stores. Relative dates use UTC.',
      }),
    ),
    delayMinutes: integer('Wait (minutes)', {
      min: 0,
      max: 1440,
      initial: 0,
      hint: "Alerts that are fixed sooner aren't sent.",
    }),
    repeatMinutes: optional(
      integer('Repeat (minutes)', {
        min: 5,
        max: 10_080,
        hint: 'Sends a reminder this often until the alert is assigned, snoozed, or dismissed.',
      }),
    ),
    firstEscalationMinutes: escalationMinutes(
      'First escalation after (minutes)',
      "Counts from the first message. Alerts that are assigned, snoozed, or dismissed sooner aren't escalated.",
    ),
    firstEscalationChannelId: escalationChannel('First escalation to'),
    secondEscalationMinutes: escalationMinutes('Second escalation after (minutes)'),
    secondEscalationChannelId: escalationChannel('Second escalation to'),
    thirdEscalationMinutes: escalationMinutes('Third escalation after (minutes)'),
    thirdEscalationChannelId: escalationChannel('Third escalation to'),
  },
  list: {
    columns: ['name', 'active', 'channelId', 'kinds', 'severity', 'delayMinutes'],
    filters: ['channelId', 'active', 'severity', 'kinds', 'areas', 'storeIds', 'organisationId'],
    search: ['name'],
  },
  form: {
    sections: [
      { title: 'General', fields: ['name', 'channelId', 'active'] },
      {
        title: 'Alerts',
        fields: ['kinds', 'severity', 'areas', 'storeIds', 'organisationId', 'storeFilter'],
      },
      { title: 'Timing', fields: ['delayMinutes', 'repeatMinutes'] },
      { title: 'Escalation', fields: escalationSteps.flat() },
    ],
  },
  api: { unique: [['name']] },
  relations: { disambiguatingFields: ['channelId'] },
})
