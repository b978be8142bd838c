import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { Actors, PasswordFormInput, ConsoleInput } from './runtime/actors.ts'
import { ConsoleProvider } from './runtime/ConsoleContext.tsx'
import type { ConsoleFacts } from './runtime/contexts.ts'
import type { HydrationState } from 'react-router'

/** The IDs of the two elements that server and browser agree on. */
export const rootElementId = 'root'
export const hydrationElementId = 'hydration'

/** The page's one block of JSON, from which the browser starts. It never contains the token. */
export type Hydration = {
  facts: ConsoleFacts
  input: ConsoleInput
  router: Pick<HydrationState, 'loaderData' | 'actionData' | 'errors'>
}

/** Renders the whole console. `children` is the router of this side. */
export function App({
  children,
  ...props
}: {
  actors: Actors
  facts: ConsoleFacts
  api: Api
  passwordForm: PasswordFormInput | null
  children: ReactNode
}) {
  return (
    <StrictMode>
      <ConsoleProvider {...props}>{children}</ConsoleProvider>
    </StrictMode>
  )
}

export type { ConsoleInput, PasswordFormInput } from './runtime/actors.ts'
export { startActors, stopActors } from './runtime/actors.ts'
export {
  actorsContext,
  apiContext,
  factsContext,
  notifyContext,
  userFailureContext,
  timeZoneContext,
  getTimeZone,
} from './runtime/contexts.ts'
export { formatError } from './runtime/formatError.ts'
export { createIdempotencyKey } from './runtime/idempotencyKey.ts'
export { isPageFailure } from './runtime/failures.ts'
export {
  getCurrentRoute,
  isRouteHandle,
  buildPageTitle,
  getRecordName,
} from './runtime/pageTitle.ts'
