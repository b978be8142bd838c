import { afterCommentParam, commentsParam, editCommentParam } from './commentParams.ts'
import { prefillParam } from './list/prefillParam.ts'
import { planParam, planRowParams } from './bulk/planParams.ts'
import { getSortableColumns } from './resource.ts'
import { findStoreList } from './storeList.ts'
import type { Resource } from './resource.ts'

/** Whether records open in panels, not on pages of their own. */
const opensPanels = ({ list: { defaultPanel } }: Resource) => defaultPanel !== null

const panelConditions: Record<string, (resource: Resource) => boolean> = {
  create: (resource) => resource.api.writes.includes('create') && opensPanels(resource),
  history: (resource) => resource.api.writes.includes('change') && opensPanels(resource),
  [commentsParam]: (resource) => resource.api.comments === true && opensPanels(resource),
  edit: (resource) => resource.api.writes.includes('change') && opensPanels(resource),
  stores: (resource) => findStoreList(resource) !== null,
  merge: ({ api: { merge: canMerge, writes } }) =>
    canMerge === true && writes.includes('delete') && writes.includes('change'),
  delete: ({ api: { writes } }) => writes.includes('delete'),
  paste: ({ form: { paste } }) => paste !== undefined,
  reorder: ({ list: { position } }) => position !== undefined,
  import: ({ api: { import: imports } }) => imports !== undefined,
  choose: () => true,
  filters: ({ api: { single } }) => !single,
  lookup: ({ api: { single } }) => !single,
  sorting: (resource) => !resource.api.single && getSortableColumns(resource).length > 1,
  // A list in a tab of a store's page is one part of that page, whose tabs leave no place for those
  // of views.
  views: ({ path, parentFilter }) => !(parentFilter && path.includes('?')),
  bulk: ({ api: { noBulkReason, hasCustomBulk, single, writes } }) =>
    noBulkReason === undefined &&
    !single &&
    (hasCustomBulk === true || writes.some((write) => write !== 'create')),
  record: ({ list: { defaultPanel }, api: { single } }) => !single && defaultPanel === undefined,
}

/** Other URL parameters of each panel. */
const genericPanelParams: PanelParams = {
  create: { params: ['begin'] },
  history: { params: ['older'] },
  [commentsParam]: { params: [editCommentParam, afterCommentParam] },
  merge: { params: ['into', 'back'] },
  stores: { params: ['storeSearch', 'storeAfter', 'assign', planParam, ...planRowParams] },
  bulk: { params: ['field', 'job', 'when', planParam, ...planRowParams] },
  import: { params: planRowParams },
  filters: { params: ['compare'] },
}

/**
 * Returns the panels that a resource's list offers: no other panel opens, and no other panel's form
 * is accepted.
 */
export const getOfferedPanels = (resource: Resource): string[] =>
  Object.keys(panelConditions).filter((name) => panelConditions[name]?.(resource))

/** What opens a panel beside a list. */
export type PanelTrigger = {
  /** Label of the button that opens it. Without one, a row or another panel leads to it. */
  button?: string
  /** The resource of the records it works on, if it isn't the list's. */
  of?: Resource
  /** Replaces the list, and stays after its form succeeded. */
  instead?: true
  /**
   * Shows something to everyone who sees the list. Its forms check themselves who may submit them.
   */
  reads?: true
  /** Other URL parameters that belong to it: `with` in `/userGroups?compare=5&with=7`. */
  params?: readonly string[]
}

/** Panels by kind, each with its other URL parameters; `begin` also covers `begin[name]`. */
export type PanelParams = Readonly<
  Record<string, { params?: readonly string[]; of?: Pick<Resource, 'fields'> }>
>

/**
 * Returns a panel's URL parameters. In forms of a record, `begin` stands for one parameter per
 * field; other forms have other inputs.
 */
export const getPanelParams = (
  resource: Resource,
  kind: string,
  extraPanels: PanelParams,
): readonly string[] =>
  (extraPanels[kind]?.params ?? genericPanelParams[kind]?.params ?? []).flatMap((name) =>
    name === 'begin' && ['create', 'edit'].includes(kind)
      ? Object.keys((extraPanels[kind]?.of ?? resource).fields).map(prefillParam)
      : [name],
  )
