import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import type { Api } from '#shared/engine/api.ts'
import type { Actors, PasswordFormInput } from './actors.ts'
import { ConsoleProvider } from './ConsoleContext.tsx'
import type { ConsoleFacts } from './contexts.ts'

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

export type { ConsoleInput, PasswordFormInput } from './actors.ts'
export { startActors, stopActors } from './actors.ts'
export { actorsContext, apiContext, factsContext, userFailureContext } from './contexts.ts'
export { reasonOf } from './failureSentence.ts'
export { newIdempotencyKey } from './idempotencyKey.ts'
export { isPageFailure } from './failures.ts'
export { currentRoute, isRouteHandle, pageTitle, recordName, sourcesOf } from './pageTitle.ts'
export type { Hydration } from './hydration.ts'
export { hydrationElement, rootElement } from './hydration.ts'
