import { guardMessages } from './guardMessages.ts'

/** What a guard watches after a change. It stops the change if that rises too much. */
export const guards = guardMessages.guards
export type GuardName = keyof typeof guards

/** A guard as forms and calls name it: what may rise, and by how many percent. */
export type GuardInput = {
  guard?: GuardName | null | undefined
  guardPercent?: number | null | undefined
}

// The table's own keys.
export const guardNames = Object.keys(guards) as GuardName[]
