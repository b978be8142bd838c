import { trainingStatuses } from '#shared/areas/training/trainingCategories.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { stateCell } from '#client/list/table/stateCell.tsx'
import { statusWords } from './words.ts'

type ChangeName = keyof typeof statusWords

/** What may become of a category or of content, as entries of its menu; `at` is where its panels open. */
export const statusEntries = (
  resource: Resource,
  { id, status: now }: AnyRecord,
  at: (panel: ChangeName, id: number) => string,
) =>
  (Object.keys(statusWords) as ChangeName[]) // They are the table's own.
    .filter((name) => statusWords[name].to !== now)
    .map((name) => [statusWords[name].label, at(name, id), resource, 'write'] as const)

/** The panels that they open. */
export const statusWays = {
  publish: { button: null },
  archive: { button: null },
  redraft: { button: null },
} as const satisfies Record<ChangeName, unknown>

/** The state of a category or of content, by its dot and word. */
export const status = stateCell('status', trainingStatuses, {
  draft: 'off',
  published: 'good',
  archived: 'off',
})
