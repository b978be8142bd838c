import { stores } from '#shared/areas/stores/stores.ts'
import { formatRecordCount } from '#shared/engine/bulk/bulkActions.ts'
import { formatNumber } from '#shared/format/numbers.ts'

const formatStoreCount = (count: number) => formatRecordCount(stores, count)

export const blueprintMessages = {
  more: (blueprint: string) => `More actions for ${blueprint}`,
  stores: 'Stores',
  compare: 'Compare with its stores',
  delete: 'Delete',
  counts: (total: number, differing: number) =>
    differing === 0
      ? formatStoreCount(total)
      : `${formatStoreCount(total)} (${differing === 1 ? '1 differs' : `${formatNumber(differing)} differ`})`,
  fromStore: 'Create from a store',
  fromStoreExplain:
    "The form starts with the store's settings and active integrations. Change or remove them before you save.",
  store: 'Store',
  continue: 'Continue',
} as const
