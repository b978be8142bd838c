import {
  actor,
  instant,
  integer,
  optional,
  reference,
  select,
  text,
} from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { logStreams, logSeverities, logResults } from '#shared/engine/logStreams.ts'

/** Fields of every log entry, of a store or the platform. */
export const logEntryFields = {
  time: instant('Time'),
  severity: select('Severity', logSeverities),
  stream: select('Stream', logStreams),
  event: text('Event', { max: 100 }),
  actor: actor('Actor'),
  label: optional(text('Target', { max: 200 })),
  result: select('Result', logResults),
  ip: text('IP', { max: 45 }),
  requestId: text('Request ID', { max: 100 }),
}

/** Fields that the platform derives from an entry. */
export const derivedLogEntryFields = {
  targetType: optional(text('Target type', { max: 100 })),
  targetId: optional(integer('Target ID')),
  /** Names of the changed fields, in alphabetical order. */
  changedFields: optional(text('Changes', { max: 2000 })),
  /** The key that an API call was made with. */
  apiKey: optional(text('API key', { max: 80 })),
  /** Identifies equal failures. */
  fault: optional(text('Failure ID', { max: 32 })),
}

/** How any list of log entries can be filtered, searched, and sorted. */
export const logEntryList = {
  filters: [
    'stream',
    'severity',
    'event',
    'actor',
    'apiKey',
    'label',
    'result',
    'ip',
    'requestId',
    'time',
    'changedFields',
  ],
  search: ['event', 'actor', 'label', 'ip', 'requestId'],
  sort: '-time',
  card: ['changedFields', 'actor', 'label'],
} as const

/** Log entries are only added, never changed. */
export const logEntryApi = {
  writes: [],
  appendOnly: ['time'],
  noBulkReason: "Log entries can't be changed or deleted.",
  // Never filterable: an operator who can filter by cause could guess the secrets in it.
  extraColumns: ['changes', 'cause'],
} as const

/** Log entries of stores: what happened and who did it. They can't be changed. */
export const logEntries = defineResource({
  name: 'logEntries',
  path: '/stores/:storeId/logs',
  title: { one: 'log entry', many: 'log entries' },
  about: 'Logs show what happened in a store and who did it.',
  permission: 'storesRead',
  fields: { ...logEntryFields, storeId: reference('Store', 'stores') },
  derived: derivedLogEntryFields,
  list: {
    columns: ['time', 'storeId', 'event', 'changedFields', 'label', 'actor', 'severity'],
    ...logEntryList,
  },
  api: logEntryApi,
  relations: { label: 'event', scope: 'storeId', parent: 'storeId' },
})
