import '#client/frame/people.ts'
import '#client/frame/stores.ts'
import type { Change } from '#shared/areas/logs/auditCalls.ts'
import { eventWords } from '#shared/areas/logs/eventWords.ts'
import { resourceNamed } from '#shared/areas/index.ts'
import { routeAt } from '#shared/navigation/routes.ts'

/* Imported dynamically by the loader: a rendered page holds the words, and no resource makes its first load grow. */

/** A change of the audit log, with what happened in words. */
export type ToldChange = Change & { words: string }

export const told = (change: Change): ToldChange => ({ ...change, words: eventWords(change.event) })

/** The address of the list of these records; not every list of the platform has a screen. */
export const listPath = (name: string): string | null =>
  routeAt(resourceNamed(name)?.path ?? '')?.path ?? null
