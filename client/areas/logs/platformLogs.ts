import { platformLogEntries } from '#shared/areas/logs/platformLogEntries.ts'
import { createLogScreen } from './logScreen.tsx'

/** The platform log (screens.md, Store logs), which the Users screen opens. */
export const platformLogScreen = createLogScreen(platformLogEntries)
