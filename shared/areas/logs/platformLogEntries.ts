import { defineResource } from '#shared/engine/resource.ts'
import { derivedLogEntryFields, logEntryApi, logEntryFields, logEntryList } from './logEntries.ts'

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
  permission: 'users',
  fields: logEntryFields,
  derived: derivedLogEntryFields,
  list: {
    columns: ['time', 'event', 'changedFields', 'label', 'actor', 'severity'],
    ...logEntryList,
  },
  api: logEntryApi,
  relations: { label: 'event' },
})
