import { statusChanges } from '#shared/stores/storeStates.ts'
import type { StatusChangeName } from '#shared/stores/storeStates.ts'

/** The panels that change the status of one store. */
export const changes = Object.keys(statusChanges) as StatusChangeName[] // The keys of the table are its names.

/** Every panel of the list of stores, by the parameter that opens it. */
export const panelNames = ['organisations', 'organisation', 'defaults', ...changes]
