import { standingPanel } from '#client/list/panels/standingPanel.tsx'
import { statusWords as say } from './words.ts'

const changed = (name: keyof typeof say) => {
  const { follows, ...words } = say[name]
  return standingPanel({ ...words, follows: () => follows })
}

/** The changes of their status that category and content have in common. */
export const statusPanels = {
  publish: changed('publish'),
  archive: changed('archive'),
  redraft: changed('redraft'),
}
