import type { HydrationState } from 'react-router'
import type { ConsoleInput } from './actors.ts'
import type { ConsoleFacts } from './contexts.ts'

/** The ids of the two elements that server and browser agree on. */
export const rootElement = 'root'
export const hydrationElement = 'hydration'

/** The one block of JSON in a page: what the browser starts from. It never holds the token. */
export type Hydration = {
  facts: ConsoleFacts
  input: ConsoleInput
  router: Pick<HydrationState, 'loaderData' | 'actionData' | 'errors'>
}
