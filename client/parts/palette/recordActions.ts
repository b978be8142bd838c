import '#client/frame/storeForms.ts'
import { createPanelUrls, parseListView } from '#shared/engine/list/listView.ts'
import { messages } from '#shared/messages.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { buildListPath } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { limitToPermissions } from '#shared/engine/nestResource.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import type { Action as Right } from '#shared/permissions/permissions.ts'
import { getStatusChanges, statusChanges } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { buildStatusChangeUrl, buildStoreUrl, storeTabs } from '#shared/areas/stores/storeUrl.ts'
import { storeTabTitles } from '#shared/areas/stores/storeTabTitles.ts'
import { startsWithWords, getSearchWords } from './matching.ts'
import { paletteMessages } from './messages.ts'

/** Whether the operator may open what needs this right, or do more there. */
export type AccessCheck = (guarded: GuardedItem, action?: Right) => boolean

export type RecordAction = {
  label: string
  to: string
  /** Stands below the record itself. */ first?: true
}

/** What can be done with this record by one who is allowed so much. */
export const getRecordActions = (
  resource: Resource,
  record: AnyRecord,
  allows: AccessCheck,
): RecordAction[] =>
  resource.name === 'stores'
    ? getStoreActions(resource, record, allows)
    : getPanelActions(resource, record, allows)

function getStoreActions(
  resource: Resource,
  store: AnyRecord,
  allows: AccessCheck,
): RecordAction[] {
  const { id, status, deleteAfter } = store
  const writes = allows(resource, 'write')
  const changes = writes && !deleteAfter ? getStatusChanges(status as StoreStatus) : [] // One that is not known allows nothing.
  const page = { pathname: buildStoreUrl(id), search: '' }
  const hidden = { danger: !writes && !allows(resource, 'delete'), duplicate: !writes }
  return [
    ...(writes
      ? [{ label: paletteMessages.edit, to: buildStoreUrl(id, 'general'), first: true as const }]
      : []),
    ...storeTabs
      .filter((name) => !(name in hidden && hidden[name as keyof typeof hidden]))
      .map((name) => ({
        label: storeTabTitles[name],
        to: buildStoreUrl(id, name),
        ...(name === 'logs' && { first: true as const }),
      })),
    ...changes.map((change, at) => ({
      label: messages.asks(statusChanges[change].label),
      to: buildStatusChangeUrl(page, change),
      ...(at === 0 && { first: true as const }),
    })),
  ]
}

function getPanelActions(
  resource: Resource,
  record: AnyRecord,
  allows: AccessCheck,
): RecordAction[] {
  const offered = getOfferedPanels(
    limitToPermissions(resource, (action) => allows(resource, action)),
  )
  const list = { ...resource, path: buildListPath(resource, record) }
  const addressOf = createPanelUrls(list, parseListView(list, new URLSearchParams()))
  return Object.entries(paletteMessages.panels)
    .filter(([kind]) => offered.includes(kind))
    .map(([kind, label]) => ({ label, to: addressOf(kind, record.id), first: true }))
}

/** What the words of a text ask for: the record of this name, and of its actions those that are called so. */
export type ActionQuery = {
  name: string
  matches: (action: Pick<RecordAction, 'label'>) => boolean
}

const maxActionWords = 3

/** "acme logs": whether the last words of a text may be an action, and the ones before them a name. */
export function parseActionQuery(text: string): ActionQuery | null {
  const words = getSearchWords(text)
  const most = Math.min(maxActionWords, words.length - 1)
  for (let count = most; count > 0; count--) {
    const asked = words.slice(-count)
    const calls = ({ label }: Pick<RecordAction, 'label'>) => startsWithWords(label, asked)
    if (allActionLabels.some((label) => calls({ label })))
      return { name: words.slice(0, -count).join(' '), matches: calls }
  }
  return null
}

const allActionLabels = [
  paletteMessages.edit,
  ...Object.values(storeTabTitles),
  ...Object.values(statusChanges).map(({ label }) => label),
  ...Object.values(paletteMessages.panels),
]

/** Whether the words may be the name of an action alone, of the record whose page one is on. */
export const isActionName = (text: string): boolean =>
  allActionLabels.some((label) => startsWithWords(label, getSearchWords(text)))

export const canHaveAction = ({ name }: Resource, { matches: calls }: ActionQuery): boolean =>
  name === 'stores' || Object.values(paletteMessages.panels).some((label) => calls({ label }))
