import type { ReactNode } from 'react'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import type { ListFilter } from '#shared/engine/list/listQuery.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import type { PageFailure } from '../runtime/failures.ts'
import type { RejectedForm } from '../form/handleForm.ts'
import type { Tab } from '../ui/Tabs.tsx'
import type { Selection } from './table/selection.ts'

export type ListOptions = {
  /** The address where a record is made; a panel of the list unless given. */
  createAt?: string
  /** `of`: whose records are made there, where those are not the list's. */
  invite?: { to: string; label: string; of?: Resource }
  /** The address that opens a record; a panel of the list unless given. */
  openAt?: (record: AnyRecord) => string
  /** The address that edits a record, where that is no panel of the list. */
  editAt?: (id: number) => string
  /** The panel that a row opens, where no form changes its record. */
  opens?: string
  bar?: (list: ListProps) => ReactNode
  /** The views of this screen, where the definition names no field of theirs. */
  tabs?: (resource: Resource, view: ListView, data: ListData) => Tab[]
  /** What its toolbar has besides: beside the filters, which shows some of them itself, and before the buttons. */
  tools?: {
    filters: (list: ListProps) => ReactNode
    shows: (list: ListProps, filter: ListFilter) => boolean
    buttons: (list: ListProps) => ReactNode
  }
  cells?: Readonly<Record<string, (record: AnyRecord) => ReactNode>>
  /** Columns of this screen's own cells that want another width, in px. */
  widths?: Readonly<Record<string, number>>
  /** Entries of its menu where the window is narrow, in place of what its header has no room for. */
  narrowEntries?: ReactNode
  /** What stands at the end of a row; a link that deletes unless given. */
  rowActions?: (record: AnyRecord, view: ListView, resource: Resource) => ReactNode
}

/** What the open panel works on, or why that is not known. */
export type PanelData = { loaded: unknown } | { failure: PageFailure }

/** What the loader of a list gives. */
export type ListData = RecordPage & {
  /** The columns that the operator chose; null for the usual ones. */
  columns: readonly string[] | null
  /** The address asks for a page that the platform no longer knows: this is the first one. */
  isPageGone?: true
  /** Why its rows could not be read; all around them stands. */
  failed?: PageFailure & { status: number }
  panel: PanelData | null
  /** What the records are called that it is filtered by, by field. */
  picked: Labels
  /** The key of the next write from this page, so that sending a form twice counts once. */
  writeKey: string
  /** The views that are kept of it, where it is a page. */
  views?: readonly SavedView[]
  /** What the page is about, where that is not what its route is called. */
  recordName?: string
}

/** The form of the toolbar; where no script runs it sends the boxes of the rows too. */
export const listFormId = 'list'

/** What every part of a list is given. */
export type ListProps = {
  resource: Resource
  view: ListView
  columns: readonly string[]
  /** Null where its rows are not selected. */
  selection: Selection | null
  data: ListData
  refused: RejectedForm | undefined
  look: ListOptions
}

export type BulkBarProps = ListProps & { selection: Selection; chosen: SelectedIds }
