import { defineResource } from '#shared/engine/resource.ts'
import { derivedLogEntryFields, logEntryFields } from './logEntries.ts'

/** What belongs to no store: sign-ins, rights, jobs of the platform. Nobody changes it; accounts for all stores alone see it. */
export const platformLogEntries = defineResource({
  name: 'platformLogEntries',
  path: '/users?log',
  title: { one: 'platform log entry', many: 'platform logs' },
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
