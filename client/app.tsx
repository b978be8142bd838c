import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { Actors, PasswordFormInput, ConsoleInput } from './runtime/actors.ts'
import { ConsoleProvider } from './runtime/ConsoleContext.tsx'
import type { ConsoleFacts } from './runtime/contexts.ts'
import type { HydrationState } from 'react-router'

/** The ids of the two elements that server and browser agree on. */
export const rootElement = 'root'
export const hydrationElement = 'hydration'

/** The one block of JSON in a page: what the browser starts from. It never holds the token. */
export type Hydration = {
  facts: ConsoleFacts
  input: ConsoleInput
  router: Pick<HydrationState, 'loaderData' | 'actionData' | 'errors'>
}

/** The whole console as React sees it; `children` is the router of this side. */
export function App({
  children,
  ...given
}: {
  actors: Actors
  facts: ConsoleFacts
  api: Api
  passwordForm: PasswordFormInput | null
  children: ReactNode
}) {
  return (
    <StrictMode>
      <ConsoleProvider {...given}>{children}</ConsoleProvider>
    </StrictMode>
  )
}

export type { ConsoleInput, PasswordFormInput } from './runtime/actors.ts'
export { startActors, stopActors } from './runtime/actors.ts'
export {
  actorsContext,
  apiContext,
  factsContext,
  tellContext,
  userFailureContext,
  zoneContext,
  zoneIn,
} from './runtime/contexts.ts'
export { reasonOf } from './runtime/failureSentence.ts'
export { newIdempotencyKey } from './runtime/idempotencyKey.ts'
export { isPageFailure } from './runtime/failures.ts'
export {
  currentRoute,
  isRouteHandle,
  pageTitle,
  recordName,
  sourcesOf,
} from './runtime/pageTitle.ts'
