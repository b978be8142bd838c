import '#client/frame/stores.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { createLogScreen } from './logScreen.tsx'
import { logsMessages } from './messages.ts'

/** The logs of a store (screens.md, Store logs), by their name and the store's. */
export const { loader, action, Component, panels } = createLogScreen(logEntries, (page) => ({
  ...page,
  recordName: logsMessages.logsOf(page.recordName ?? ''),
}))
