import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import type { Api } from '#shared/engine/api.ts'
import { canOpen } from '#shared/navigation/menu.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { Action, Permission } from '#shared/permissions/permissions.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { Actors } from './actors.ts'
import { getTimeZone } from './contexts.ts'
import type { PasswordFormInput } from './actors.ts'
import type { ConsoleFacts } from './contexts.ts'

type ConsoleProviderProps = {
  actors: Actors
  facts: ConsoleFacts
  api: Api
  /** The initial input of the Reset Password modal, on a page that the server rendered with it. */
  passwordForm: PasswordFormInput | null
}
/** The forms with unsaved changes. Leaving the page and signing out ask about them. */
type UnsavedForms = {
  /** Adds a form until the returned function is called. `discard` deletes its draft. */
  add(discard: () => void): () => void
  hasAny(): boolean
  discardAll(): void
}
/** The operator's position in each list, for this visit. */
type ListPositions = {
  /** Returns the saved position in the list at this URL; empty if there is none. */
  get(list: string): ListPosition
  save(list: string, place: ListPosition): void
  recordVisit(path: string, list: string): void
  /**
   * Returns the URL at which the list at this path was last left, or the path if it wasn't visited.
   */
  getLastUrl(path: string): string
}
type ListPosition = { row?: string; top?: number; left?: number }
type ConsoleContextValue = ConsoleProviderProps & { unsaved: UnsavedForms; places: ListPositions }

const ConsoleContext = createContext<ConsoleContextValue | null>(null)
const TimeZoneContext = createContext(utcZone)

/** Provides the shell's machines, the console's facts, and the API to every component below. */
export function ConsoleProvider({
  children,
  ...props
}: ConsoleProviderProps & { children: ReactNode }) {
  const [unsaved] = useState(createUnsavedForms)
  const [places] = useState(createListPositions)
  const zone = useSelector(props.actors.session, getTimeZone)
  return (
    <ConsoleContext value={{ ...props, unsaved, places }}>
      <TimeZoneContext value={zone}>{children}</TimeZoneContext>
    </ConsoleContext>
  )
}

function useConsole(): ConsoleContextValue {
  const value = use(ConsoleContext)
  if (!value) throw new Error('A component of the console stands outside <ConsoleProvider>')
  return value
}

/** Returns the time zone in which this page formats instants, on the server and in the browser. */
export const useTimeZone = (): string => use(TimeZoneContext)

export const useActors = (): Actors => useConsole().actors
export const useFacts = (): ConsoleFacts => useConsole().facts

/** Returns the platform's API for calls during use: suggestions, checks while typing. */
export const useApi = (): Api => useConsole().api

/** Returns a predicate: whether the user can open a route, or act on a resource's records. */
export function useCan(): (guarded: GuardedItem, action?: Action) => boolean {
  const { actors, facts } = useConsole()
  const visitor = useSelector(actors.session, ({ context }) => context)
  return (guarded, action) => canOpen(guarded, facts, visitor, action)
}

/** Returns a predicate: whether the user can write a field that requires its own permission. */
export function useCanWrite(): (needs: Permission) => boolean {
  const can = useCan()
  return (required) => {
    const [permission = null, action] = required.split(':')
    return can({ permission }, action as Action) // A permission is a key and an action.
  }
}

export const useSubmittedPasswordForm = (): PasswordFormInput | null => useConsole().passwordForm

export const useListPositions = (): ListPositions => useConsole().places

export const useUnsavedForms = (): UnsavedForms => useConsole().unsaved

const maxListPositions = 50

function createListPositions(): ListPositions {
  const positions = new Map<string, ListPosition>()
  const last = new Map<string, string>()
  return {
    get: (list) => positions.get(list) ?? {},
    save(list, position) {
      const previous = positions.get(list)
      positions.delete(list)
      positions.set(list, { ...previous, ...position })
      const [oldest] = positions.keys()
      if (oldest !== undefined && positions.size > maxListPositions) positions.delete(oldest)
    },
    recordVisit(path, list) {
      last.set(path, list)
    },
    getLastUrl: (path) => last.get(path) ?? path,
  }
}

function createUnsavedForms(): UnsavedForms {
  const forms = new Set<() => void>()
  return {
    add(discard) {
      forms.add(discard)
      return () => void forms.delete(discard)
    },
    hasAny: () => forms.size > 0,
    discardAll: () => forms.forEach((discard) => discard()),
  }
}
