import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import type { Api } from '#shared/engine/api.ts'
import { mayOpen } from '#shared/menu.ts'
import type { Action } from '#shared/permissions.ts'
import type { Actors } from './actors.ts'
import type { PasswordFormInput } from './actors.ts'
import type { ConsoleFacts } from './contexts.ts'

type Given = {
  actors: Actors
  facts: ConsoleFacts
  api: Api
  /** What the form of the Reset Password modal begins with, on a page that the server sent with it. */
  passwordForm: PasswordFormInput | null
}
/** Whether some form holds unsaved work: forms say so, signing out asks. */
export type Unsaved = { set(unsaved: boolean): void; get(): boolean }
/** By the path of a list: the record whose row had the focus last. */
type LastRows = Map<string, string>
type Value = Given & { unsaved: Unsaved; lastRows: LastRows }

const Context = createContext<Value | null>(null)

/** Gives the shell's machines, the console's facts and the API to every component below. */
export function ConsoleProvider({ children, ...given }: Given & { children: ReactNode }) {
  const [unsaved] = useState(createUnsaved)
  const [lastRows] = useState<LastRows>(() => new Map())
  return <Context value={{ ...given, unsaved, lastRows }}>{children}</Context>
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

/** Whether the signed-in user may do this in the area of a key: everything, unless permissions are enforced. */
export function useMay(): (permission: string | null, action: Action) => boolean {
  const { actors, facts } = useConsole()
  const held = useSelector(actors.session, ({ context }) => context.permissions)
  return (permission, action) => mayOpen({ permission }, facts.enforcePermissions, held, action)
}

export const usePasswordForm = (): PasswordFormInput | null => useConsole().passwordForm

export const useLastRows = (): LastRows => useConsole().lastRows

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
