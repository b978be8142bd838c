import { instant, select, text } from '../engine/fields.ts'
import { defineResource } from '../engine/resource.ts'

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

/** The entries as a definition: labels and kinds of their columns. They are only read, by a call of their own. */
export const logEntries = defineResource({
  name: 'audit',
  path: '/stores/:storeId/logs',
  title: { one: 'log entry', many: 'log entries' },
  about: 'What happened in a store, and who did it.',
  permission: 'storesRead',
  fields: {
    time: instant('Time'),
    severity: select('Severity', logSeverities),
    stream: select('Stream', logStreams),
    event: text('Event', { max: 100 }),
    actor: text('Actor', { max: 120 }),
    label: text('Target', { max: 200 }),
    result: select('Result', logResults),
    ip: text('IP', { max: 45 }),
    requestId: text('Request', { max: 100 }),
  },
  writes: [],
  columns: ['time', 'severity', 'stream', 'event', 'actor', 'label', 'result'],
  search: ['event', 'actor', 'label', 'ip', 'requestId'],
  sort: 'time',
  label: 'event',
  unique: [],
})
