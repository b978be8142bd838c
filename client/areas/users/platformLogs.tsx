import '#client/frame/stores.ts'
import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { createLogScreen } from '../logs/logScreen.tsx'

/** The platform log (screens.md, Store logs). */
export const platformLogs = createLogScreen(platformLogEntries)
