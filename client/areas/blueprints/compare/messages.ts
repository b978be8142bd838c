import { formatNumber } from '#shared/format/numbers.ts'
import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { stores } from '#shared/areas/stores/stores.ts'

export const compareMessages = {
  title: (one: string, other: string) => `${one} and ${other}`,
  bringTitle: (blueprint: string) => `Stores that differ from ${blueprint}`,
  what: 'the comparison',
  store: 'Store',
  other: 'Compare with store',
  compare: 'Compare',
  withBlueprint: (name: string) => `Compare with ${name}`,
  choose: 'Choose two stores',
  chooseExplain:
    'Choose two stores to see where their settings and integrations differ, or open a store from a blueprint.',
  noBlueprint: (store: string) => `${store} has no blueprint`,
  noBlueprintExplain: 'Choose a second store, or assign a blueprint to this one.',
  openStore: 'Open store settings',
  onlyDifferences: 'Show differences only',
  showAll: 'Show all settings',
  swap: 'Swap sides',
  differences: (count: number) =>
    count === 1 ? '1 difference' : `${formatNumber(count)} differences`,
  none: 'No differences',
  noneExplain: (one: string, other: string) =>
    `${one} and ${other} have the same settings and integrations.`,
  table: (section: string) => `Comparison: ${section}`,
  setting: 'Setting',
  include: (setting: string) => `Bring in line: ${setting}`,
  platformDefault: 'Platform default',
  blank: 'Not set',
  openIntegration: (integration: string) => `Open ${integration}`,
  byHand: "Integrations can't be changed here.",
  eachByHand: "Integrations can't be changed here. Open the stores that differ, and compare each.",
  filesByHand: "Files can't be changed here. Upload them on the Brand tab.",
  preview: 'Preview changes',
  bringExplain:
    "Select the settings to bring in line. You'll see every change before it's made, and you can undo it.",
  chooseSetting: 'Select at least one setting.',
  differing: 'Stores that differ',
  noneDiffer: (blueprint: string) => `No store differs from ${blueprint}`,
  noneDifferExplain: (count: number) =>
    count === 0
      ? 'No store uses this blueprint yet. Assign stores to see where they differ.'
      : `${formatRecordCount(stores, count)} ${count === 1 ? 'has' : 'have'} the same settings and integrations.`,
  assign: 'Assign stores',
  edit: 'Edit blueprint',
} as const
