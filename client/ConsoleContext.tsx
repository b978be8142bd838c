import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import type { Api } from '#shared/api.ts'
import type { Actors } from './actors.ts'
import type { ConsoleFacts } from './contexts.ts'

type Given = { actors: Actors; facts: ConsoleFacts; api: Api }
/** Whether some form holds unsaved work: forms say so, signing out asks. */
export type Unsaved = { set(unsaved: boolean): void; get(): boolean }
type Value = Given & { unsaved: Unsaved }

const Context = createContext<Value | null>(null)

/** Gives the shell's machines, the console's facts and the API to every component below. */
export function ConsoleProvider({ actors, facts, api, children }: Given & { children: ReactNode }) {
  const [unsaved] = useState(createUnsaved)
  return <Context value={{ actors, facts, api, unsaved }}>{children}</Context>
}

function useConsole(): Value {
  const value = use(Context)
  if (!value) throw new Error('A component of the console stands outside <ConsoleProvider>')
  return value
}

export const useActors = (): Actors => useConsole().actors
export const useFacts = (): ConsoleFacts => useConsole().facts

/** The platform's API, for what a component asks while it is used: suggestions, checks while typing. */
export const useApi = (): Api => useConsole().api

export const useUnsaved = (): Unsaved => useConsole().unsaved

function createUnsaved(): Unsaved {
  let held = false
  return {
    set(unsaved) {
      held = unsaved
    },
    get: () => held,
  }
}
