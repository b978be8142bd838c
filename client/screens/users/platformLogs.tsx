import '#client/stores.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { logScreen } from '#client/logs/logScreen.tsx'

/** The logs of the platform (screens.md, Store logs). */
export const platformLogs = logScreen(platformLogEntries)
