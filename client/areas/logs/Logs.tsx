import '#client/frame/stores.ts'
import { logEntries } from '#shared/areas/logs/logEntries.ts'
import { logScreen } from './logScreen.tsx'
import { logsMessages as say } from './words.ts'

/** The logs of a store (screens.md, Store logs), by their name and the store's. */
export const { loader, action, Component, panels } = logScreen(logEntries, (page) => ({
  ...page,
  recordName: say.logsOf(page.recordName ?? ''),
}))
