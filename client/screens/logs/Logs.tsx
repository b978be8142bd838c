import '#client/stores.ts'
import { logEntries } from '#shared/resources/logEntries.ts'
import { logScreen } from '#client/logs/logScreen.tsx'

/** The logs of a store (screens.md, Store logs). */
export const { loader, action, Component, panels } = logScreen(logEntries)
