import '#client/frame/stores.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { logScreen } from '../logs/logScreen.tsx'

/** The logs of the platform (screens.md, Store logs). */
export const platformLogs = logScreen(platformLogEntries)
