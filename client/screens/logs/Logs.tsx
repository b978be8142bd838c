import '#client/stores.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { logEntries } from '#shared/resources/logEntries.ts'
import { logScreen } from '#client/logs/logScreen.tsx'
import { logsMessages as say } from '#client/logs/words.ts'

const screen = logScreen(logEntries)

/** The logs of a store (screens.md, Store logs), by their name and the store's. */
export async function loader(args: LoaderFunctionArgs) {
  const page = await screen.loader(args)
  return { ...page, recordName: say.logsOf(page.recordName ?? '') }
}

export const { action, Component, panels } = screen
