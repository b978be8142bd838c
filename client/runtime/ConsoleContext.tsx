import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import type { Api } from '#shared/engine/api.ts'
import { mayOpen } from '#shared/navigation/menu.ts'
import type { Guarded } from '#shared/navigation/menu.ts'
import type { Action, Right } from '#shared/permissions/permissions.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { Actors } from './actors.ts'
import { zoneIn } from './contexts.ts'
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
/** Where one was in the lists of this visit. */
export type Places = {
  /** Where one stood in the list of this address. */
  at(list: string): Place
  keep(list: string, place: Place): void
  visit(path: string, list: string): void
  /** The address at which the list at this path was left; the path itself where one was not there. */
  lastAt(path: string): string
}
type Place = { row?: string; top?: number; left?: number }
type Value = Given & { unsaved: Unsaved; places: Places }

const Context = createContext<Value | null>(null)
const Zone = createContext(utcZone)

/** Gives the shell's machines, the console's facts and the API to every component below. */
export function ConsoleProvider({ children, ...given }: Given & { children: ReactNode }) {
  const [unsaved] = useState(createUnsaved)
  const [places] = useState(createPlaces)
  const zone = useSelector(given.actors.session, zoneIn)
  return (
    <Context value={{ ...given, unsaved, places }}>
      <Zone value={zone}>{children}</Zone>
    </Context>
  )
}

function useConsole(): Value {
  const value = use(Context)
  if (!value) throw new Error('A component of the console stands outside <ConsoleProvider>')
  return value
}

/** The time zone in which this page writes instants, on the server and in the browser. */
export const useZone = (): string => use(Zone)

export const useActors = (): Actors => useConsole().actors
export const useFacts = (): ConsoleFacts => useConsole().facts

/** The platform's API, for what a component asks while it is used: suggestions, checks while typing. */
export const useApi = (): Api => useConsole().api

/** Whether the signed-in user may open a route, or do this to the records of a resource. */
export function useMay(): (guarded: Guarded, action?: Action) => boolean {
  const { actors, facts } = useConsole()
  const visitor = useSelector(actors.session, ({ context }) => context)
  return (guarded, action) => mayOpen(guarded, facts, visitor, action)
}

/** Whether the signed-in user may write a field that takes this right of its own. */
export function useMayWrite(): (needs: Right) => boolean {
  const may = useMay()
  return (needs) => {
    const [permission = null, action] = needs.split(':')
    return may({ permission }, action as Action) // A right is a key and an action.
  }
}

export const usePasswordForm = (): PasswordFormInput | null => useConsole().passwordForm

export const usePlaces = (): Places => useConsole().places

export const useUnsaved = (): Unsaved => useConsole().unsaved

const mostPlaces = 50

function createPlaces(): Places {
  const places = new Map<string, Place>()
  const last = new Map<string, string>()
  return {
    at: (list) => places.get(list) ?? {},
    keep(list, place) {
      const known = places.get(list)
      places.delete(list)
      places.set(list, { ...known, ...place })
      const [oldest] = places.keys()
      if (oldest !== undefined && places.size > mostPlaces) places.delete(oldest)
    },
    visit(path, list) {
      last.set(path, list)
    },
    lastAt: (path) => last.get(path) ?? path,
  }
}

function createUnsaved(): Unsaved {
  let held = false
  return {
    set(unsaved) {
      held = unsaved
    },
    get: () => held,
  }
}
