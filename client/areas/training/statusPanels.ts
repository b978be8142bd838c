import { createLifecyclePanel } from '#client/frame/index.ts'
import { trainingStatusMessages } from './messages.ts'

const createTrainingStatusPanel = (name: keyof typeof trainingStatusMessages) => {
  const { follows, ...words } = trainingStatusMessages[name]
  const consequences: Readonly<Record<string, string>> = follows
  return createLifecyclePanel({
    ...words,
    describeConsequences: (_record, resource) => consequences[resource.name] ?? '',
  })
}

/** The status changes that categories and content share. */
export const statusPanels = {
  publish: createTrainingStatusPanel('publish'),
  archive: createTrainingStatusPanel('archive'),
  redraft: createTrainingStatusPanel('redraft'),
}
