import { trainingStatuses } from '#shared/areas/training/trainingCategories.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { createStateCell } from '#client/list/table/createStateCell.tsx'
import { trainingStatusMessages } from './messages.ts'

type TrainingChangeName = keyof typeof trainingStatusMessages

/** What may become of a category or of content, as entries of its menu; `at` is where its panels open. */
export const getStatusEntries = (
  resource: Resource,
  { id, status: now }: AnyRecord,
  at: (panel: TrainingChangeName, id: number) => string,
) =>
  (Object.keys(trainingStatusMessages) as TrainingChangeName[]) // They are the table's own.
    .filter((name) => trainingStatusMessages[name].to !== now)
    .map((name) => [trainingStatusMessages[name].label, at(name, id), resource, 'write'] as const)

/** The panels that they open. */
export const statusPanelTriggers = {
  publish: { button: null },
  archive: { button: null },
  redraft: { button: null },
} as const satisfies Record<TrainingChangeName, unknown>

/** The state of a category or of content, by its dot and word. */
export const renderTrainingStatus = createStateCell('status', trainingStatuses, {
  draft: 'off',
  published: 'good',
  archived: 'off',
})
