import type { ReactNode } from 'react'
import type { ListView } from '#shared/engine/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Refused } from '../form/answerForm.ts'
import type { ListData } from './listLoader.ts'

/** What a screen shows otherwise than every list does. */
export type ListLook = {
  /** The address where a record is made; a panel of the list unless given. */
  createAt?: string
  /** The address that opens a record; a panel of the list unless given. */
  openAt?: (record: AnyRecord) => string
  /** Cells of this screen's own, by column. */
  cells?: Readonly<Record<string, (record: AnyRecord) => ReactNode>>
  /** What stands at the end of a row; a link that deletes unless given. */
  rowActions?: (record: AnyRecord, view: ListView) => ReactNode
}

/** What every part of a list is given. */
export type ListProps = {
  resource: Resource
  view: ListView
  data: ListData
  refused: Refused | undefined
  look: ListLook
}
