import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { createLogScreen } from './logScreen.tsx'
import { logsMessages } from './messages.ts'

/** A store's logs (screens.md, Store logs), titled with the store's name. */
export const { loader, action, Component, panels } = createLogScreen(logEntries, (page) => ({
  ...page,
  recordName: logsMessages.logsOf(page.recordName ?? ''),
}))
