import { defineResource } from '#shared/engine/resource.ts'
import { derivedLogEntryFields, logEntryFields } from './logEntries.ts'

/**
 * Log entries that belong to no store: sign-ins, permissions, jobs of the platform. They can't be
 * changed, and only accounts for all stores can see them.
 */
export const platformLogEntries = defineResource({
  name: 'platformLogEntries',
  path: '/users?log',
  title: { one: 'platform log entry', many: 'platform log entries', list: 'platform logs' },
  about:
    'Platform logs show what happened to users, permissions, and the platform itself, and who did it.',
  noBulkReason: "Log entries can't be changed or deleted.",
  permission: 'users',
  fields: logEntryFields,
  derived: derivedLogEntryFields,
  extraColumns: ['changes', 'cause'],
  writes: [],
  appendOnly: ['time'],
  columns: ['time', 'event', 'changedFields', 'label', 'actor', 'severity'],
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
