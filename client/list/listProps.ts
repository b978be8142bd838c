import type { ReactNode } from 'react'
import type { SelectedIds } from '#shared/engine/list/selectedIds.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import type { ListQuery } from '#shared/engine/list/listQuery.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import type { AnyRecord, Labels, Resource } from '#shared/engine/resource.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import type { Action } from '#shared/permissions/permissions.ts'
import type { PageFailure } from '../runtime/failures.ts'
import type { RejectedForm } from '../form/handleForm.ts'
import type { Tab } from '../ui/Tabs.tsx'
import type { Selection } from './table/selection.ts'

export type ListOptions = {
  /** URL that creates a record; defaults to a panel of the list. */
  createAt?: string
  /** `of` is the resource of the records created there, if it isn't the list's. */
  invite?: { to: string; label: string; of?: Resource }
  /** URL that opens a record; defaults to a panel of the list. */
  openAt?: (record: AnyRecord) => string
  /** URL that edits a record, if that isn't a panel of the list. */
  editAt?: (id: number) => string
  /** The panel that a row opens, if no form changes its record. */
  opens?: string
  bar?: (list: ListProps) => ReactNode
  /** Shows the records in another way than as a table with pages. */
  rows?: (list: ListProps) => ReactNode
  /** Returns the query of an export, if the rows are only some of the records that match the URL. */
  getExportQuery?: (view: ListView) => ListQuery
  /** Builds the views of this screen, if the definition names no field for them. */
  tabs?: (resource: Resource, view: ListView, data: ListData) => Tab[]
  /**
   * Additions to the toolbar: beside the filters, some of which they show themselves, and before
   * the buttons.
   */
  tools?: {
    filters?: (list: ListProps) => ReactNode
    shows?: (list: ListProps, filter: ListFilter) => boolean
    buttons: (list: ListProps) => ReactNode
  }
  /** Links in the menu that use what the list shows, for users with the permission. */
  getViewLinks?: (view: ListView) => readonly ViewLink[]
  /** What a row is called where its label is a code. */
  formatName?: (record: AnyRecord) => string
  cells?: Readonly<Record<string, (record: AnyRecord) => ReactNode>>
  /** Widths for columns with this screen's own cells, in px. */
  widths?: Readonly<Record<string, number>>
  /** Links in the bar of selected records, in addition to the bulk actions. */
  getSelectionLinks?: (chosen: SelectedIds) => readonly { label: string; to: string }[]
  /** Content at the end of a row; defaults to a delete link. */
  rowActions?: (record: AnyRecord, view: ListView, resource: Resource) => ReactNode
}

/** A link to what an operator can do with the records that a list shows. */
export type ViewLink = { label: string; to: string; of: Resource; action: Action }

/** The open panel's data, or why it couldn't be loaded. */
export type PanelData = { loaded: unknown } | { failure: PageFailure }

/** Data from the loader of a list. */
export type ListData = RecordPage & {
  /** The columns that the operator chose; null for the default ones. */
  columns: readonly string[] | null
  /** The URL names a page that the platform no longer knows, so this is the first one. */
  isPageGone?: true
  /** Why the rows couldn't be loaded. The rest of the page still shows. */
  failed?: PageFailure & { status: number }
  panel: PanelData | null
  /**
   * Names of the records that the list is filtered by, by field, and labels of filtered values, by
   * `FIELD.VALUE`.
   */
  picked: Labels
  /** Key of the next write from this page, so that a form submitted twice counts once. */
  writeKey: string
  /** Saved views of the list, if it is a page. */
  views?: readonly SavedView[]
  /** The subject of the page, if that isn't the name of its route. */
  recordName?: string
}

/** ID of the toolbar's form. Without script it also submits the checkboxes of the rows. */
export const listFormId = 'list'

/** Props of every part of a list. */
export type ListProps = {
  resource: Resource
  view: ListView
  columns: readonly string[]
  /** Null if its rows can't be selected. */
  selection: Selection | null
  data: ListData
  refused: RejectedForm | undefined
  look: ListOptions
}

export type BulkBarProps = ListProps & { selection: Selection; chosen: SelectedIds }
