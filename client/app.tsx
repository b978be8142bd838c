import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import type { Actors } from './actors.ts'
import { ConsoleProvider } from './ConsoleContext.tsx'
import type { ConsoleFacts } from './contexts.ts'

/** The whole console as React sees it; `children` is the router of this side. */
export function App(props: { actors: Actors; facts: ConsoleFacts; children: ReactNode }) {
  return (
    <StrictMode>
      <ConsoleProvider actors={props.actors} facts={props.facts}>
        {props.children}
      </ConsoleProvider>
    </StrictMode>
  )
}

export { startActors, stopActors } from './actors.ts'
export { actorsContext, apiContext, factsContext, userFailureContext } from './contexts.ts'
export { isPageFailure } from './failures.ts'
export { currentRoute, isRouteHandle, pageTitle } from './pageTitle.ts'
export type { Hydration } from './hydration.ts'
export { hydrationElement, rootElement } from './hydration.ts'
