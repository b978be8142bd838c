import {
  instant,
  integer,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { storeReference } from '../stores/storeReference.ts'

/** The kinds of entries in a store's logs (screens.md, Store logs). */
export const logStreams = {
  audit: 'Audit',
  security: 'Security',
  integrations: 'Integrations',
  jobs: 'Jobs',
  errors: 'Errors',
} as const
export type LogStream = keyof typeof logStreams

export const logSeverities = { info: 'Info', warning: 'Warning', error: 'Error' } as const
export type LogSeverity = keyof typeof logSeverities

export const logResults = { ok: 'OK', failed: 'Failed' } as const

/** What every entry tells, of a store or of the platform. */
export const logEntryFields = {
  time: instant('Time'),
  severity: select('Severity', logSeverities),
  stream: select('Stream', logStreams),
  event: text('Event', { max: 100 }),
  actor: text('Actor', { max: 120 }),
  label: optional(text('Target', { max: 200 })),
  result: select('Result', logResults),
  ip: text('IP', { max: 45 }),
  requestId: text('Request ID', { max: 100 }),
}

/** What the platform works out of an entry. */
export const derivedLogEntryFields = {
  targetType: optional(text('Target type', { max: 100 })),
  targetId: optional(integer('Target ID')),
  /** The names of the fields that were changed, in alphabetical order. */
  changedFields: { ...optional(text('Changed field', { max: 2000 })), heading: 'Changes' },
  /** The same for failures that are equal. */
  fault: optional(text('Failure', { max: 32 })),
}

/** What happened in stores, and who did it; nobody changes it. */
export const logEntries = defineResource({
  name: 'logEntries',
  path: '/stores/:storeId/logs',
  title: { one: 'log entry', many: 'logs' },
  about: 'Logs show what happened in a store and who did it.',
  noBulkReason: "Log entries can't be changed or deleted.",
  permission: 'storesRead',
  fields: { ...logEntryFields, storeId: reference('Store', storeReference) },
  derived: derivedLogEntryFields,
  // Who could filter by causes could find out the secrets in them.
  extraColumns: ['changes', 'cause'],
  scope: 'storeId',
  parent: 'storeId',
  writes: [],
  appendOnly: ['time'],
  columns: ['time', 'storeId', 'event', 'changedFields', 'label', 'actor', 'severity'],
  card: ['changedFields', 'actor', 'label'],
  filters: [
    'stream',
    'severity',
    'event',
    'actor',
    'label',
    'result',
    'ip',
    'requestId',
    'time',
    'changedFields',
  ],
  search: ['event', 'actor', 'label', 'ip', 'requestId'],
  searchesChanges: true,
  sort: '-time',
  label: 'event',
})
