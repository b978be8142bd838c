import { trainingStatuses } from '#shared/areas/training/trainingCategories.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { createStateCell } from '#client/frame/index.ts'
import { trainingStatusMessages } from './messages.ts'

type TrainingChangeName = keyof typeof trainingStatusMessages

/** Returns the status changes of a category or content as menu entries that open its panels. */
export const getStatusEntries = (
  resource: Resource,
  { id, status: now }: AnyRecord,
  buildPanelUrl: (panel: TrainingChangeName, id: number) => string,
) =>
  (Object.keys(trainingStatusMessages) as TrainingChangeName[]) // The table's own keys.
    .filter((name) => trainingStatusMessages[name].to !== now)
    .map(
      (name) =>
        [trainingStatusMessages[name].label, buildPanelUrl(name, id), resource, 'write'] as const,
    )

/** Shows the status of a category or content as a dot and a word. */
export const renderTrainingStatus = createStateCell('status', trainingStatuses, {
  draft: 'off',
  published: 'good',
  archived: 'off',
})
