import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../failures.ts'
import type { BulkBarProps } from './listProps.ts'

let imported: ComponentType<BulkBarProps> | null = null

/** What can be done with chosen records, which is loaded when the first one is chosen. The loader of a page that has some imports it. */
export async function importBulkBar(): Promise<ComponentType<BulkBarProps>> {
  const { BulkBar } = await loadChunk(() => import('./bulk/BulkBar.tsx'))
  imported = BulkBar
  return BulkBar
}

const Later = lazy(async () => ({ default: await importBulkBar() }))

export const bulkBar = (): ComponentType<BulkBarProps> => imported ?? Later
