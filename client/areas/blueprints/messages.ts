import { formatNumber } from '#shared/format/numbers.ts'

export const blueprintMessages = {
  more: (blueprint: string) => `More actions for ${blueprint}`,
  stores: 'Stores',
  compare: 'Compare with its stores',
  delete: 'Delete',
  counts: (stores: number, differing: number) =>
    differing === 0
      ? formatNumber(stores)
      : `${formatNumber(stores)} (${differing === 1 ? '1 differs' : `${formatNumber(differing)} differ`})`,
  fromStore: 'Create from a store',
  fromStoreExplain:
    "The form starts with the store's settings and active integrations. Change or remove them before you save.",
  store: 'Store',
  continue: 'Continue',
} as const
